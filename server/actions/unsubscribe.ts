/**
 * Unsubscribing from a kind of mail. Its links are derived and never end: somebody may follow one out of an old mail. The same
 * address answers the mail program's own button, which posts without asking (RFC 8058).
 */
import { eq, sql } from 'drizzle-orm'
import type { ActionDescription } from '#shared/actions/contract.ts'
import { type MailTopic, mailTopics } from '#shared/auth/mailTopics.ts'
import { users } from '../accounts/table.ts'
import { audit } from '../audit/commands.ts'
import type { Context } from '../lib/context.ts'
import { sameSecret } from '../lib/security/secrets.ts'
import { unsubscribeToken } from './queries.ts'

const kind = 'unsubscribe'

type Unsubscription = { userId: number; topic: MailTopic }

/** Whom and what the token unsubscribes; null for one that is of another kind or not ours. */
export function readUnsubscription(serverKey: Buffer, token: string): Unsubscription | null {
  const [name, id, topicName] = token.split('.')
  const userId = Number(id)
  const topic = mailTopics.find(one => one === topicName)
  if (name !== kind || !topic || !Number.isInteger(userId)) return null
  return sameSecret(token, unsubscribeToken(serverKey, userId, topic)) ? { userId, topic } : null
}

/** What the link's page says; undefined when there is nobody any more. */
export async function describeUnsubscription(
  { db }: Context,
  { userId, topic }: Unsubscription,
): Promise<ActionDescription | undefined> {
  const [user] = await db.select({ name: users.name, email: users.email }).from(users).where(eq(users.id, userId))
  return user && { kind, is_single: false, name: user.name, email: user.email, topic }
}

/** Mutes the topic; doing it again changes nothing. */
export async function unsubscribe(ctx: Context, { userId, topic }: Unsubscription): Promise<void> {
  await audit(ctx, 'account.unsubscribed', { type: 'User', id: userId, companyId: null }, { topic })
  await ctx.db
    .update(users)
    .set({ mutedTopics: sql`array_append(array_remove(${users.mutedTopics}, ${topic}), ${topic})` })
    .where(eq(users.id, userId))
}
