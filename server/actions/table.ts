import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from '../accounts/table.ts'
import { created, identity, moment } from '../lib/db/columns.ts'

/** Links of mails that do something when they are followed. Only the hash of each is kept, so each is shown once. */
export const actionLinks = pgTable(
  'action_links',
  {
    id: identity(),
    kind: text().notNull(),
    tokenHash: text().notNull().unique(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Details that the kind needs, such as the new address. */
    details: jsonb().$type<Record<string, string | number>>().notNull().default({}),
    createdAt: created(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  t => [index('action_links_user_id_idx').on(t.userId, t.kind), index('action_links_expires_at_idx').on(t.expiresAt)],
)
