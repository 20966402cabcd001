import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { companies } from '../companies/table.ts'
import { bytes, created, identity, moment } from '../lib/db/columns.ts'
import { users } from '../users/table.ts'

/** A signed-in device. Tokens are stored as SHA-256 hashes only. */
export const sessions = pgTable(
  'sessions',
  {
    id: identity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The company this session works in; another session of the same person may work in another. */
    companyId: integer().references(() => companies.id, { onDelete: 'set null' }),
    tokenHash: text().notNull().unique(),
    tokenExpiresAt: moment().notNull(),
    /** The token before the last refresh, good for another minute. */
    previousTokenHash: text().unique(),
    previousTokenExpiresAt: moment(),
    refreshableUntil: moment().notNull(),
    userAgent: text(),
    createdAt: created(),
    lastSeenAt: created(),
  },
  t => [index('sessions_user_id_idx').on(t.userId)],
)

/** A person's key for what their devices keep while they are signed out, sealed by the platform's secret. */
export const deviceKeys = pgTable('device_keys', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  sealed: bytes().notNull(),
})
