import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { created, editable, identity, moment, orderedText } from '../lib/db/columns.ts'
import { nameIndexes } from '../lib/db/companyColumns.ts'
import { isolated } from '../lib/db/isolation.ts'

export const users = pgTable(
  'users',
  {
    id: identity(),
    name: orderedText().notNull(),
    /** Null for workers with a PIN on their own phone, for guests and for deleted accounts. */
    email: text(),
    emailConfirmedAt: moment(),
    avatar: text(),
    languageId: integer().notNull().default(1),
    timeZone: text().notNull().default('UTC'),
    /** Set for admins of the platform, who have access to all companies. */
    adminSince: moment(),
    privacyAcceptedAt: moment(),
    privacyVersion: integer(),
    /** 0 Sunday, 1 Monday, 6 Saturday; null as the language has it. */
    weekStartsOn: integer(),
    /** Topics of mails that the person does not want (shared/accounts/rules.ts). */
    mutedTopics: text().array().notNull().default(sql`'{}'`),
    /** The end of somebody who came by guest login: such people are outside plan limits. */
    guestUntil: moment(),
    /** When name, address and picture were taken out for good; what the person did stays. */
    erasedAt: moment(),
    ...editable(),
  },
  t => [
    uniqueIndex('users_email_key').on(sql`lower(${t.email})`),
    ...nameIndexes('users_name', [], t.name, []),
    index('users_guest_until_idx').on(t.guestUntil).where(sql`${t.guestUntil} is not null`),
    index('users_archived_at_idx').on(t.archivedAt).where(sql`${t.archivedAt} is not null`),
    check('users_week_starts_on_check', sql`${t.weekStartsOn} in (0, 1, 6)`),
  ],
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

/** People are seen by themselves and by those who share a company with them. */
export const userIsolation = isolated(
  users,
  `grant select on {table} to {app};
   create policy tenant on {table} to {app} using (
     id = nullif(current_setting('app.user_id', true), '')::int
     or exists (select from memberships m where m.user_id = {table}.id)
   );`,
)
