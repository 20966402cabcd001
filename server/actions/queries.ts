import { eq } from 'drizzle-orm'
import type { MailTopic } from '#shared/auth/mailTopics.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { derive, hashToken } from '../lib/security/secrets.ts'
import { actionLinks } from './table.ts'

export type LinkRow = typeof actionLinks.$inferSelect

/** The link of a token, if it is still good. Throws 404 for one that never was, 410 `link_used` or `link_expired` naming its kind. */
export async function accessLink(db: Database, token: string, now: Date): Promise<LinkRow> {
  const [link] = await db
    .select()
    .from(actionLinks)
    .where(eq(actionLinks.tokenHash, hashToken(token)))
  if (!link) throw new Problem('not_found')
  if (link.usedAt) throw new Problem('link_used', { data: { kind: link.kind } })
  if (link.expiresAt <= now) throw new Problem('link_expired', { data: { kind: link.kind } })
  return link
}

/** The token that unsubscribes somebody from a kind of mail; derived, because an old mail must go on working. */
export const unsubscribeToken = (serverKey: Buffer, userId: number, topic: MailTopic) =>
  `unsubscribe.${userId}.${topic}.${derive(serverKey, 'unsubscribe', userId, topic)}`

/** What a mail about this topic says at its end. */
export function unsubscribeLinks(
  { serverKey, address }: Pick<Context['services'], 'serverKey' | 'address'>,
  userId: number,
  topic: MailTopic,
): { page: string; oneClick: string } {
  const token = unsubscribeToken(serverKey, userId, topic)
  return { page: address(`/action/user/${token}`), oneClick: address(`/api/action/${token}`) }
}
