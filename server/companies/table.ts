import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { created, editable, identity, moment } from '../lib/db/columns.ts'
import { users } from '../users/table.ts'

export const companies = pgTable('companies', {
  id: identity(),
  name: text().notNull(),
  /** What "today", "overdue" and a plan's end mean there. */
  timeZone: text().notNull().default('UTC'),
  languageId: integer().notNull().default(1),
  ...editable(),
})

/** Who belongs to which company, with which role. Ended memberships stay, so that old records keep their names. */
export const memberships = pgTable(
  'memberships',
  {
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    roleId: integer().notNull(),
    joinedAt: created(),
    endedAt: moment(),
  },
  t => [primaryKey({ columns: [t.companyId, t.userId] }), index('memberships_user_id_idx').on(t.userId)],
)
