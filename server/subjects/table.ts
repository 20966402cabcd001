import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { subjectStatuses as states } from '#shared/lib/subjectStatuses.ts'
import { animalGroups } from '../animal-groups/table.ts'
import { animals } from '../animals/table.ts'
import { companies } from '../companies/table.ts'
import { created, moment } from '../lib/db/columns.ts'
import { ofCompany, sameCompany } from '../lib/db/companyColumns.ts'
import { locations } from '../locations/table.ts'
import { submissions } from '../submissions/table.ts'
import { users } from '../users/table.ts'
import { vehicles } from '../vehicles/table.ts'

/**
 * Every state that was found: by a submission, or by a person who says so and why. Only ever added to. What counts now is the latest
 * by `found_at` of those whose submission is not archived (`statuses.ts`).
 */
export const subjectStatuses = pgTable(
  'subject_statuses',
  {
    ...ofCompany(companies),
    animalId: integer(),
    animalGroupId: integer(),
    locationId: integer(),
    vehicleId: integer(),
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
    createdAt: created(),
  },
  t => [
    unique('subject_statuses_animal_key').on(t.companyId, t.submissionId, t.animalId),
    unique('subject_statuses_animal_group_key').on(t.companyId, t.submissionId, t.animalGroupId),
    unique('subject_statuses_location_key').on(t.companyId, t.submissionId, t.locationId),
    unique('subject_statuses_vehicle_key').on(t.companyId, t.submissionId, t.vehicleId),
    index('subject_statuses_animal_idx').on(t.companyId, t.animalId, t.foundAt, t.id),
    index('subject_statuses_animal_group_idx').on(t.companyId, t.animalGroupId, t.foundAt, t.id),
    index('subject_statuses_location_idx').on(t.companyId, t.locationId, t.foundAt, t.id),
    index('subject_statuses_vehicle_idx').on(t.companyId, t.vehicleId, t.foundAt, t.id),
    index('subject_statuses_user_idx').on(t.userId),
    sameCompany('subject_statuses_animal_id_fk', t, t.animalId, animals),
    sameCompany('subject_statuses_animal_group_id_fk', t, t.animalGroupId, animalGroups),
    sameCompany('subject_statuses_location_id_fk', t, t.locationId, locations),
    sameCompany('subject_statuses_vehicle_id_fk', t, t.vehicleId, vehicles),
    sameCompany('subject_statuses_submission_id_fk', t, t.submissionId, submissions),
    check(
      'subject_statuses_one',
      sql`num_nonnulls(${t.animalId}, ${t.animalGroupId}, ${t.locationId}, ${t.vehicleId}) = 1`,
    ),
    check(
      'subject_statuses_source',
      sql`${t.submissionId} is not null or (${t.userId} is not null and ${t.reason} is not null)`,
    ),
  ],
)
