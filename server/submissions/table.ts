import { isNotNull, sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, real, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { Answers } from '#shared/forms/answers/answers.ts'
import { type Score, scoreBands } from '#shared/forms/scoring/score.ts'
import type { Receipt } from '#shared/submissions/deviceRecords.ts'
import { followUpKinds, reviewStates, submissionStatuses } from '#shared/submissions/rules.ts'
import { users } from '../accounts/table.ts'
import { companies } from '../companies/table.ts'
import { fileReferences } from '../files/table.ts'
import { findingReferences } from '../findings/table.ts'
import { forms, formVersions, publicLinks } from '../forms/table.ts'
import { tracked } from '../lib/changes/tracked.ts'
import { created, editable, moment, searchWords, stampedPlaces } from '../lib/db/columns.ts'
import { archivedIndex, companyKey, ofCompany, sameCompany } from '../lib/db/companyColumns.ts'
import { seenWith, withinReach, withinStampedPlaces } from '../lib/db/isolation.ts'
import { checkOneSubject, subjectColumnList, subjectColumns } from '../subjects/registers.ts'
import { statusReferences } from '../subjects/table.ts'
import { sentTasks } from '../tasks/table.ts'

export const submissions = pgTable(
  'submissions',
  {
    ...ofCompany(companies),
    uuid: uuid().notNull(),
    formId: integer().notNull(),
    formVersionId: integer().notNull(),
    /** Nobody where it came by the public link of its form. */
    userId: integer().references(() => users.id),
    publicLinkId: integer(),
    /** The importer of a saved copy; `writtenBy` then names its author, if they have no account here. */
    importedBy: integer().references(() => users.id),
    writtenBy: text(),
    /** The contact of a visitor, in free text. */
    contact: text(),
    /** The address for the visitor's copy; empty once it is sent or failed. */
    copyTo: text(),
    taskSentId: integer(),
    status: text({ enum: submissionStatuses }).notNull().default('draft'),
    answers: jsonb().$type<Answers>().notNull(),
    /** The whole score as the engine gave it at completion; the columns below are what lists sort and filter by. */
    score: jsonb().$type<Score>(),
    scorePercent: real(),
    band: text({ enum: scoreBands }),
    criticalFailed: integer().notNull().default(0),
    startedAt: moment().notNull(),
    /** When its person pressed Complete, by their device (`formContext.ts`): what lists, trends and days go by. */
    completedAt: moment(),
    /** The same as the device said it, with the zone of its clock; nothing where it did not say. */
    deviceTime: text(),
    /** The language of the person at completion. */
    languageId: integer(),
    /** When it reached the server complete, by the server's clock. */
    receivedAt: moment(),
    receipt: jsonb().$type<Receipt>(),
    receiptSequence: integer(),
    reviewState: text({ enum: reviewStates }),
    /** Named reviewers, as the form said at completion; `reviewIsNamed` serves the index. */
    reviewerIds: integer().array(),
    reviewIsNamed: boolean().notNull().default(false),
    /** The submission that it follows, and how. A completed reopening becomes a version of that and is archived. */
    followsId: integer(),
    followsAs: text({ enum: followUpKinds }),
    /** The asked keys, the asker's words and the former answers. */
    askedKeys: text().array(),
    /** The key of the re-checked finding. */
    askedFor: text(),
    askedWords: text(),
    askedBy: integer().references(() => users.id),
    formerAnswers: jsonb().$type<Answers>(),
    /** Searched words: texts and choices, maintained by the database (`answer_words`). */
    words: searchWords(),
    places: stampedPlaces(),
    ...editable(),
  },
  t => [
    companyKey('submissions', t),
    index('submissions_words_idx').using('gin', t.words),
    unique('submissions_uuid_key').on(t.companyId, t.uuid),
    unique('submissions_receipt_sequence_key').on(t.companyId, t.receiptSequence),
    index('submissions_completed_at_idx').on(t.companyId, t.completedAt, t.id),
    // What Today shows of how things are going: the latest that were rated, however many were not.
    index('submissions_rated_idx').on(t.companyId, t.completedAt, t.id).where(isNotNull(t.band)),
    index('submissions_band_idx').on(t.companyId, t.band, t.completedAt, t.id),
    index('submissions_critical_idx').on(t.companyId, t.completedAt, t.id).where(sql`${t.criticalFailed} > 0`),
    index('submissions_score_idx').on(t.companyId, t.scorePercent, t.id),
    index('submissions_updated_at_idx').on(t.companyId, t.updatedAt, t.id),
    index('submissions_form_idx').on(t.companyId, t.formId, t.completedAt, t.id),
    index('submissions_user_completed_idx').on(t.companyId, t.userId, t.completedAt, t.id),
    index('submissions_user_idx').on(t.companyId, t.userId, t.updatedAt),
    index('submissions_user_id_idx').on(t.userId),
    index('submissions_imported_by_idx').on(t.importedBy),
    index('submissions_public_link_idx').on(t.companyId, t.publicLinkId, t.completedAt),
    index('submissions_task_sent_idx').on(t.companyId, t.taskSentId),
    index('submissions_form_version_idx').on(t.companyId, t.formVersionId),
    index('submissions_status_idx').on(t.companyId, t.status, t.updatedAt),
    index('submissions_review_state_idx').on(t.companyId, t.reviewState, t.completedAt),
    index('submissions_review_named_idx').on(t.companyId, t.reviewIsNamed, t.completedAt),
    index('submissions_copy_idx').on(t.receivedAt).where(isNotNull(t.copyTo)),
    archivedIndex('submissions', t),
    index('submissions_follows_idx').on(t.companyId, t.followsId).where(isNotNull(t.followsId)),
    index('submissions_asked_by_idx').on(t.askedBy).where(isNotNull(t.askedBy)),
    sameCompany('submissions_follows_id_fk', t, t.followsId, t),
    sameCompany('submissions_form_id_fk', t, t.formId, forms),
    sameCompany('submissions_form_version_id_fk', t, t.formVersionId, formVersions),
    sameCompany('submissions_task_sent_id_fk', t, t.taskSentId, sentTasks),
    sameCompany('submissions_public_link_id_fk', t, t.publicLinkId, publicLinks),
    check('submissions_one_origin', sql`num_nonnulls(${t.userId}, ${t.publicLinkId}) = 1`),
    check('submissions_completed', sql`(${t.status} = 'complete') = (${t.completedAt} is not null)`),
    check('submissions_reviewed', sql`${t.reviewState} is null or ${t.status} = 'complete'`),
    check('submissions_review_named', sql`${t.reviewIsNamed} = (${t.reviewerIds} is not null)`),
    check(
      'submissions_follow_up',
      sql`num_nonnulls(${t.followsId}, ${t.followsAs}, ${t.askedKeys}, ${t.formerAnswers}) in (0, 4)`,
    ),
    check('submissions_received', sql`(${t.completedAt} is null) = (${t.receivedAt} is null)`),
  ],
)

fileReferences.at('files_submission_id_fk', 'submissionId', submissions)
findingReferences.at('findings_submission_id_fk', 'submissionId', submissions)
statusReferences.at('subject_statuses_submission_id_fk', 'submissionId', submissions)

/** The names of submissions that are gone, which stay taken: a phone that sends one again makes no second one. */
export const erasedSubmissions = pgTable(
  'erased_submissions',
  { ...ofCompany(companies), uuid: uuid().notNull(), erasedAt: created() },
  t => [unique('erased_submissions_uuid_key').on(t.companyId, t.uuid)],
)

/** The number of the last receipt of a company. Its lock makes the numbers gapless. */
export const receiptCounters = pgTable('receipt_counters', {
  companyId: integer()
    .primaryKey()
    .references(() => companies.id, { onDelete: 'cascade' }),
  last: integer().notNull(),
})

export const submissionSubjects = pgTable(
  'submission_subjects',
  {
    ...ofCompany(companies),
    submissionId: integer().notNull(),
    ...subjectColumns(),
  },
  t => [
    unique('submission_subjects_subject_key')
      .on(t.companyId, t.submissionId, ...subjectColumnList(t))
      .nullsNotDistinct(),
    sameCompany('submission_subjects_submission_id_fk', t, t.submissionId, submissions),
    ...checkOneSubject('submission_subjects', t),
  ],
)

/** What was said about a submission: comments, and reviews with their reasons. Nothing of it is changed afterwards. */
export const submissionComments = pgTable(
  'submission_comments',
  {
    ...ofCompany(companies),
    submissionId: integer().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    /** What the review came to; nothing for a comment alone. */
    reviewState: text({ enum: reviewStates }),
    mentions: integer().array().notNull().default([]),
    createdAt: created(),
  },
  t => [
    index('submission_comments_submission_idx').on(t.companyId, t.submissionId, t.id),
    index('submission_comments_user_id_idx').on(t.userId),
    sameCompany('submission_comments_submission_id_fk', t, t.submissionId, submissions).onDelete('cascade'),
    check('submission_comments_said', sql`${t.text} <> '' or ${t.reviewState} is not null`),
  ],
)

/** Versions of a corrected submission: the completed one and each correction. */
export const submissionVersions = pgTable(
  'submission_versions',
  {
    ...ofCompany(companies),
    submissionId: integer().notNull(),
    number: integer().notNull(),
    answers: jsonb().$type<Answers>().notNull(),
    scorePercent: real(),
    band: text({ enum: scoreBands }),
    criticalFailed: integer().notNull(),
    /** Nobody where it came by the public link of its form. */
    userId: integer().references(() => users.id),
    madeAt: moment().notNull(),
    /** Why it was corrected; nothing for what was completed. */
    reason: text(),
  },
  t => [
    unique('submission_versions_number_key').on(t.companyId, t.submissionId, t.number),
    index('submission_versions_user_id_idx').on(t.userId),
    sameCompany('submission_versions_submission_id_fk', t, t.submissionId, submissions).onDelete('cascade'),
    check('submission_versions_reason', sql`(${t.number} = 1) = (${t.reason} is null)`),
  ],
)

const seenByPeople = ['userId', 'importedBy', 'askedBy', 'reviewIsNamed', 'reviewerIds'] as const

/** Within the reach, or one's own, or given to look at. */
export const submissionIsolation = [
  withinReach(
    submissions,
    `${withinStampedPlaces('submission')} or user_id = {me} or imported_by = {me} or asked_by = {me}
       or (review_is_named and {me} = any(reviewer_ids))`,
  ),
  tracked(submissions, [...seenByPeople, 'status', 'completedAt', 'places']),
  tracked(submissionComments, ['submissionId']),
  ...[submissionSubjects, submissionComments, submissionVersions].map(table =>
    seenWith(table, [['submission_id', submissions]]),
  ),
]
