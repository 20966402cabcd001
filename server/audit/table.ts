import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { AuditDetails } from '#shared/audit/contract.ts'
import { causes } from '#shared/lib/actor.ts'
import { users } from '../accounts/table.ts'
import { companies } from '../companies/table.ts'
import { created, identity } from '../lib/db/columns.ts'
import { appendOnly, isSeen, withinReach } from '../lib/db/isolation.ts'

/**
 * The audit log: who did what to what, when, from where and in whose name. Entries are never changed, and deleted
 * after 400 days.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: identity(),
    companyId: integer().references(() => companies.id, { onDelete: 'cascade' }),
    actorId: integer().references(() => users.id, { onDelete: 'set null' }),
    /** The person for whom an admin acted. */
    actingForId: integer().references(() => users.id, { onDelete: 'set null' }),
    action: text().notNull(),
    subjectType: text().notNull(),
    subjectId: integer(),
    details: jsonb().$type<AuditDetails>().notNull().default({}),
    /** Why, where no person did it. */
    cause: text({ enum: causes }),
    ip: text(),
    userAgent: text(),
    createdAt: created(),
  },
  t => [
    index('audit_entries_company_id_idx').on(t.companyId, t.id),
    index('audit_entries_company_action_idx').on(t.companyId, t.action, t.id),
    index('audit_entries_action_idx').on(t.action, t.id),
    index('audit_entries_subject_idx').on(t.subjectType, t.subjectId, t.id),
    index('audit_entries_actor_id_idx').on(t.actorId, t.id),
    index('audit_entries_acting_for_id_idx').on(t.actingForId),
    index('audit_entries_created_at_idx').on(t.createdAt),
  ],
)

const narrowed = {
  Animal: 'animals',
  AnimalGroup: 'animal_groups',
  Location: 'locations',
  Vehicle: 'vehicles',
  Task: 'tasks',
  SentTask: 'sent_tasks',
  Submission: 'submissions',
  Finding: 'findings',
}

/** Of what others did, members of a part of the company see what concerns what they see. */
export const auditIsolation = [
  appendOnly(auditEntries),
  withinReach(
    auditEntries,
    [
      'actor_id = {me}',
      ...Object.entries(narrowed).map(
        ([type, table]) => `(subject_type = '${type}' and ${isSeen('subject_id', table)})`,
      ),
    ].join(' or '),
  ),
]
