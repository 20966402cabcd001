import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { snakeCase } from '#shared/lib/casing.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { registry, type SubjectType, subjectStatuses as states, subjectTypes } from '#shared/subjects/registry.ts'
import { users } from '../accounts/table.ts'
import { companies } from '../companies/table.ts'
import { tracked } from '../lib/changes/tracked.ts'
import { created, moment } from '../lib/db/columns.ts'
import { ofCompany } from '../lib/db/companyColumns.ts'
import { DeferredForeignKeys } from '../lib/db/deferredForeignKeys.ts'
import { appendOnly, seenWith } from '../lib/db/isolation.ts'
import { checkOneSubject, registers, type SubjectColumnName, subjectColumns } from './registers.ts'

/** References of findings to submissions, declared beside the table of submissions. */
export const statusReferences = new DeferredForeignKeys<'submissionId'>()

/**
 * Every state that was found: by a submission, or by a person who says so and why. Only ever added to. What counts now
 * is the latest by `found_at` of those that are not withdrawn (`statuses.ts`).
 */
export const subjectStatuses = pgTable(
  'subject_statuses',
  {
    ...ofCompany(companies),
    ...subjectColumns(),
    state: text({ enum: states }).notNull(),
    /** Absent where a person said it without a form. */
    submissionId: integer(),
    /** Absent for submissions that nobody's account sent. */
    userId: integer().references(() => users.id),
    /** The question whose answer shows it, as it was asked. */
    finding: jsonb().$type<LocalizedText>(),
    /** In the person's words: why, or what they noted at the answer. */
    reason: text(),
    foundAt: moment().notNull(),
    /** Since when its submission is archived or says something else: it does not count. */
    withdrawnAt: moment(),
    /** Written when findings of its submission ended or came back, and not by the form itself. */
    amended: boolean().notNull().default(false),
    createdAt: created(),
  },
  t => [
    // A submission has one valid finding for each subject; those before a correction are withdrawn.
    ...subjectTypes.map(type =>
      uniqueIndex(`subject_statuses_${type}_key`)
        .on(t.companyId, t.submissionId, t[registry[type].column])
        .where(sql`${t.withdrawnAt} is null and not ${t.amended}`),
    ),
    index('subject_statuses_user_idx').on(t.userId),
    ...statusReferences.of(t),
    ...checkOneSubject('subject_statuses', t, t.foundAt, t.id),
    check(
      'subject_statuses_source',
      sql`${t.submissionId} is not null or (${t.userId} is not null and ${t.reason} is not null)`,
    ),
  ],
)

/** Columns of the subject in the history. */
export const historyColumns = Object.fromEntries(
  subjectTypes.map(type => [type, subjectStatuses[registry[type].column]]),
) as Record<SubjectType, (typeof subjectStatuses)[SubjectColumnName]>

/** Whether a status counts follows its submission, which can be archived and restored. */
export const subjectIsolation = [
  appendOnly(subjectStatuses, 'withdrawnAt'),
  tracked(subjectStatuses, ['animalId', 'animalGroupId', 'locationId', 'vehicleId']),
  seenWith(
    subjectStatuses,
    subjectTypes.map(type => [snakeCase(registry[type].column), registers[type]]),
  ),
]
