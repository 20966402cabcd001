import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, real, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { Answers } from '#shared/forms/answers.ts'
import { type Score, scoreBands } from '#shared/forms/score.ts'
import type { Receipt } from '#shared/submissions/receipt.ts'
import { submissionStatuses } from '#shared/submissions/statuses.ts'
import { animalGroups } from '../animal-groups/table.ts'
import { animals } from '../animals/table.ts'
import { companies } from '../companies/table.ts'
import { forms, formVersions } from '../forms/table.ts'
import { created, editable, moment } from '../lib/db/columns.ts'
import { archivedIndex, companyKey, ofCompany, sameCompany } from '../lib/db/companyColumns.ts'
import { locations } from '../locations/table.ts'
import { publicLinks } from '../public-links/table.ts'
import { sentTasks, tasks } from '../tasks/table.ts'
import { users } from '../users/table.ts'
import { vehicles } from '../vehicles/table.ts'

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
    /** How whoever came by the link can be reached, in their own words. */
    contact: text(),
    taskSentId: integer(),
    status: text({ enum: submissionStatuses }).notNull().default('draft'),
    answers: jsonb().$type<Answers>().notNull(),
    /** The whole score as the engine gave it at completion; the columns below are what lists sort and filter by. */
    score: jsonb().$type<Score>(),
    scorePercent: real(),
    band: text({ enum: scoreBands }),
    criticalFailed: integer().notNull().default(0),
    startedAt: moment().notNull(),
    completedAt: moment(),
    receipt: jsonb().$type<Receipt>(),
    receiptSequence: integer(),
    ...editable(),
  },
  t => [
    companyKey('submissions', t),
    unique('submissions_uuid_key').on(t.companyId, t.uuid),
    unique('submissions_receipt_sequence_key').on(t.companyId, t.receiptSequence),
    index('submissions_completed_at_idx').on(t.companyId, t.completedAt),
    index('submissions_score_idx').on(t.companyId, t.scorePercent),
    index('submissions_updated_at_idx').on(t.companyId, t.updatedAt),
    index('submissions_form_idx').on(t.companyId, t.formId, t.completedAt),
    index('submissions_user_idx').on(t.companyId, t.userId, t.updatedAt),
    index('submissions_user_id_idx').on(t.userId),
    index('submissions_public_link_idx').on(t.companyId, t.publicLinkId, t.completedAt),
    index('submissions_task_sent_idx').on(t.companyId, t.taskSentId),
    index('submissions_form_version_idx').on(t.companyId, t.formVersionId),
    index('submissions_status_idx').on(t.companyId, t.status, t.updatedAt),
    archivedIndex('submissions', t),
    sameCompany('submissions_form_id_fk', t, t.formId, forms),
    sameCompany('submissions_form_version_id_fk', t, t.formVersionId, formVersions),
    sameCompany('submissions_task_sent_id_fk', t, t.taskSentId, sentTasks),
    sameCompany('submissions_public_link_id_fk', t, t.publicLinkId, publicLinks),
    check('submissions_one_origin', sql`num_nonnulls(${t.userId}, ${t.publicLinkId}) = 1`),
    check('submissions_completed', sql`(${t.status} = 'complete') = (${t.completedAt} is not null)`),
  ],
)

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
    animalId: integer(),
    animalGroupId: integer(),
    locationId: integer(),
    vehicleId: integer(),
  },
  t => [
    unique('submission_subjects_subject_key')
      .on(t.companyId, t.submissionId, t.animalId, t.animalGroupId, t.locationId, t.vehicleId)
      .nullsNotDistinct(),
    index('submission_subjects_animal_idx').on(t.companyId, t.animalId),
    index('submission_subjects_animal_group_idx').on(t.companyId, t.animalGroupId),
    index('submission_subjects_location_idx').on(t.companyId, t.locationId),
    index('submission_subjects_vehicle_idx').on(t.companyId, t.vehicleId),
    sameCompany('submission_subjects_submission_id_fk', t, t.submissionId, submissions),
    sameCompany('submission_subjects_animal_id_fk', t, t.animalId, animals),
    sameCompany('submission_subjects_animal_group_id_fk', t, t.animalGroupId, animalGroups),
    sameCompany('submission_subjects_location_id_fk', t, t.locationId, locations),
    sameCompany('submission_subjects_vehicle_id_fk', t, t.vehicleId, vehicles),
    check(
      'submission_subjects_one',
      sql`num_nonnulls(${t.animalId}, ${t.animalGroupId}, ${t.locationId}, ${t.vehicleId}) = 1`,
    ),
  ],
)

/** A failed answer and the task that it opened: one each, however often the submission arrives. */
export const findings = pgTable(
  'findings',
  {
    ...ofCompany(companies),
    submissionId: integer().notNull(),
    questionId: text().notNull(),
    taskId: integer().notNull(),
  },
  t => [
    unique('findings_question_key').on(t.companyId, t.submissionId, t.questionId),
    unique('findings_task_key').on(t.companyId, t.taskId),
    sameCompany('findings_submission_id_fk', t, t.submissionId, submissions),
    sameCompany('findings_task_id_fk', t, t.taskId, tasks),
  ],
)
