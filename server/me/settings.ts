import { eq } from 'drizzle-orm'
import { mailTopics } from '#shared/auth/mailTopics.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { Settings } from '#shared/me/contract.ts'
import { findPendingEmail } from '../auth/queries.ts'
import type { Context } from '../lib/context.ts'
import { describeTwoFactor } from '../two-factor/queries.ts'
import { users } from '../users/table.ts'

/** What the profile shows beside the user object. */
export async function findSettings({ db, actor, now }: Context): Promise<Settings> {
  const [user] = await db.select().from(users).where(eq(users.id, actor.id))
  if (!user) throw new Problem('unauthenticated')
  const notifications = Object.fromEntries(mailTopics.map(topic => [topic, !user.mutedTopics.includes(topic)]))
  return {
    notifications: notifications as Settings['notifications'],
    pending_email: await findPendingEmail(db, actor.id, now),
    two_factor: await describeTwoFactor(db, actor.id),
  }
}
