/**
 * Links of mails: a request stores one, and the job that writes the mail gives it a secret, of which the hash alone is
 * stored. Where no mails leave, the request does both, and its answer shows the link to hand over.
 */
import { and, eq, isNull, lt } from 'drizzle-orm'
import type { MailTopic } from '#shared/accounts/rules.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { derive, hashToken, randomToken } from '../lib/security/secrets.ts'
import { actionLinks } from './table.ts'

const day = 24 * 3600_000

export type NewLink = {
  kind: string
  userId: number
  /** Life of the link in milliseconds. */
  life: number
  details?: Record<string, string | number>
}

/** A link without its secret yet; returns its id. */
export async function newLink(db: Database, now: Date, { life, ...link }: NewLink): Promise<number> {
  const [row] = await db
    .insert(actionLinks)
    .values({ ...link, tokenHash: hashToken(randomToken()), createdAt: now, expiresAt: new Date(now.getTime() + life) })
    .returning({ id: actionLinks.id })
  if (!row) throw new Error('The link was not stored.')
  return row.id
}

/** Gives a link its secret, which is not stored. Returns null for a link that is gone or was used. */
export async function armLink(db: Database, id: number): Promise<{ token: string; link: LinkRow } | null> {
  const token = randomToken()
  const [link] = await db
    .update(actionLinks)
    .set({ tokenHash: hashToken(token) })
    .where(and(eq(actionLinks.id, id), isNull(actionLinks.usedAt)))
    .returning()
  return link ? { token, link } : null
}

/** Marks a link as used. Of two who follow it at once, one gets `link_used`. */
export async function takeLink(ctx: Pick<Context, 'db' | 'now'>, link: LinkRow): Promise<void> {
  const [taken] = await ctx.db
    .update(actionLinks)
    .set({ usedAt: ctx.now })
    .where(and(eq(actionLinks.id, link.id), isNull(actionLinks.usedAt)))
    .returning({ id: actionLinks.id })
  if (!taken) throw new Problem('link_used', { data: { kind: link.kind } })
}

/** Makes all open links of a kind void for somebody. */
export async function voidLinks(ctx: Pick<Context, 'db' | 'now'>, kind: string, userId: number): Promise<void> {
  await ctx.db
    .update(actionLinks)
    .set({ usedAt: ctx.now })
    .where(and(eq(actionLinks.userId, userId), eq(actionLinks.kind, kind), isNull(actionLinks.usedAt)))
}

/** Forgets links a month after their end; until then their pages can still say what happened. */
export const forgetLinks: Job<object> = {
  name: 'actions.forget-links',
  schedule: '17 3 * * *',
  work: async (_, { db }) => {
    await db.delete(actionLinks).where(lt(actionLinks.expiresAt, new Date(Date.now() - 30 * day)))
  },
}

export type LinkRow = typeof actionLinks.$inferSelect

/**
 * The link of a token, if it is still good. Throws 404 for one that never was, 410 `link_used` or `link_expired` naming
 * its kind.
 */
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

/** Returns the token that unsubscribes a person from a topic. It is derived, so that old mails keep working. */
export const unsubscribeToken = (serverKey: Buffer, userId: number, topic: MailTopic) =>
  `unsubscribe.${userId}.${topic}.${derive(serverKey, 'unsubscribe', userId, topic)}`

/** Returns the links at the end of a mail of this topic. */
export function unsubscribeLinks(
  { serverKey, address }: Pick<Context['services'], 'serverKey' | 'address'>,
  userId: number,
  topic: MailTopic,
): { page: string; oneClick: string } {
  const token = unsubscribeToken(serverKey, userId, topic)
  return { page: address(`/action/user/${token}`), oneClick: address(`/api/action/${token}`) }
}
