import { sql } from 'drizzle-orm'
import { integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { created, editable, identity, moment } from '../lib/db/columns.ts'

export const users = pgTable(
  'users',
  {
    id: identity(),
    name: text().notNull(),
    email: text().notNull(),
    avatar: text(),
    languageId: integer().notNull().default(1),
    timeZone: text().notNull().default('UTC'),
    /** Set for the platform's admins, who stand above companies. */
    adminSince: moment(),
    privacyAcceptedAt: moment(),
    ...editable(),
  },
  t => [uniqueIndex('users_email_key').on(sql`lower(${t.email})`)],
)

/** Apart from users, because the role that serves companies must never be able to read it. */
export const credentials = pgTable('credentials', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Argon2id in its encoded form. */
  passwordHash: text().notNull(),
  updatedAt: created(),
})
