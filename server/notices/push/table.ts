import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { sessions } from '../../accounts/sessionTable.ts'
import { created, identity } from '../../lib/db/columns.ts'

/** Where a signed-in browser hears of notices while it is closed. It goes with its session. */
export const pushSubscriptions = pgTable('push_subscriptions', {
  id: identity(),
  sessionId: integer()
    .notNull()
    .unique('push_subscriptions_session_key')
    .references(() => sessions.id, { onDelete: 'cascade' }),
  /** A browser has one, whoever is signed in there. */
  endpoint: text().notNull().unique('push_subscriptions_endpoint_key'),
  /** The browser's keys, by which nobody else reads what is carried there. */
  p256dh: text().notNull(),
  auth: text().notNull(),
  createdAt: created(),
})
