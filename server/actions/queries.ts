import { eq } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import type { Database } from '../lib/db/pools.ts'
import { hashToken } from '../lib/secrets.ts'
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
