import { and, eq, isNull, like, or, sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { severities } from '#shared/findings/rules.ts'
import type { Rechecker } from '#shared/forms/answers/outcome.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { findingEnds } from '#shared/lib/findingStages.ts'
import { subjectStatuses } from '#shared/subjects/registry.ts'
import { users } from '../accounts/table.ts'
import { companies } from '../companies/table.ts'
import { files } from '../files/table.ts'
import { forms } from '../forms/table.ts'
import { tracked } from '../lib/changes/tracked.ts'
import { created, moment, stampedPlaces } from '../lib/db/columns.ts'
import { companyKey, ofCompany, sameCompany } from '../lib/db/companyColumns.ts'
import { DeferredForeignKeys } from '../lib/db/deferredForeignKeys.ts'
import { seenWith, withinReach, withinStampedPlaces } from '../lib/db/isolation.ts'
import { checkOneSubject, subjectColumnList, subjectColumns } from '../subjects/registers.ts'
import { tasks } from '../tasks/table.ts'

/** Where findings point: submissions say it beside their table. */
export const findingReferences = new DeferredForeignKeys<'submissionId'>()

/** A finding: unique per answer however often it arrives, with its task and how it closed. */
export const findings = pgTable(
  'findings',
  {
    ...ofCompany(companies),
    submissionId: integer().notNull(),
    formId: integer().notNull(),
    /** The key of the answer, or the trigger; empty for what the form came to as a whole. */
    questionId: text().notNull(),
    severity: text({ enum: severities }).notNull(),
    /** As it was asked. */
    question: jsonb().$type<LocalizedText>(),
    /** The failed answer in words; null for triggers and whole forms. */
    answer: jsonb().$type<LocalizedText>(),
    note: text(),
    /** The pictures of the answer as it is now; null where they were not noted: all of its files. */
    photoUuids: uuid().array(),
    /** The finder; null for a visitor. */
    userId: integer().references(() => users.id),
    foundAt: moment().notNull(),
    /** When it came in: with a correction, long after it was found. */
    notedAt: created(),
    taskId: integer(),
    /** The person who re-checks after the task; without one the finding closes with it. */
    recheckBy: jsonb().$type<Rechecker>(),
    /** The worst status that it gave its subjects; null where it gave them none. */
    status: text({ enum: subjectStatuses }),
    /** When its task was done, while somebody is to look again. */
    doneAt: moment(),
    closedAt: moment(),
    closedHow: text({ enum: findingEnds }),
    closedBy: integer().references(() => users.id),
    reason: text(),
    places: stampedPlaces(),
  },
  t => [
    companyKey('findings', t),
    unique('findings_question_key').on(t.companyId, t.submissionId, t.questionId),
    unique('findings_task_key').on(t.companyId, t.taskId),
    index('findings_open_idx')
      .on(t.companyId, t.severity.desc().nullsFirst(), t.foundAt, t.id)
      .where(sql`${t.closedAt} is null`),
    index('findings_found_at_idx').on(t.companyId, t.foundAt, t.id),
    index('findings_closed_at_idx').on(t.companyId, t.closedAt),
    index('findings_form_idx').on(t.companyId, t.formId, t.foundAt),
    // What a finding is found by, as `search_best` has it: few are looked for at once, so it is folded again where it
    // is read.
    index('findings_search_idx').using(
      'gin',
      t.companyId,
      sql`fold(coalesce(${t.note}, '') || E'\\n' || coalesce(${t.question}::text, '')) gin_trgm_ops`,
    ),
    index('findings_user_id_idx').on(t.userId),
    index('findings_closed_by_idx').on(t.closedBy),
    ...findingReferences.of(t),
    sameCompany('findings_form_id_fk', t, t.formId, forms),
    // A task that is erased takes along what it came of.
    sameCompany('findings_task_id_fk', t, t.taskId, tasks).onDelete('cascade'),
    check('findings_end', sql`(${t.closedAt} is null) = (${t.closedHow} is null)`),
    check('findings_reason', sql`(${t.closedHow} = 'settled') is not true or ${t.reason} is not null`),
  ],
)

/** What a finding is about: what its submission is about, or the animal in whose row it was found. */
export const findingSubjects = pgTable(
  'finding_subjects',
  { ...ofCompany(companies), findingId: integer().notNull(), ...subjectColumns() },
  t => [
    unique('finding_subjects_subject_key')
      .on(t.companyId, t.findingId, ...subjectColumnList(t))
      .nullsNotDistinct(),
    sameCompany('finding_subjects_finding_id_fk', t, t.findingId, findings).onDelete('cascade'),
    ...checkOneSubject('finding_subjects', t),
  ],
)

export const isPicture = like(files.contentType, 'image/%')

/** Matches the pictures of a finding's answer, without files of other kinds and those that a correction removed. */
export const isShown = and(
  isPicture,
  or(
    and(isNull(findings.photoUuids), eq(files.questionId, findings.questionId)),
    sql`${files.uuid} = any(${findings.photoUuids})`,
  ),
)

/** Within the reach, or found by oneself, or given to put right. */
export const findingIsolation = [
  withinReach(
    findings,
    `${withinStampedPlaces('finding')} or user_id = {me}
       or task_id = any((select given_tasks())::int[])`,
  ),
  tracked(findings, ['userId', 'taskId', 'places']),
  seenWith(findingSubjects, [['finding_id', findings]]),
]
