import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import type { Share } from '#shared/shares/contract.ts'
import type { Context } from '../../lib/context.ts'
import { derive, sameSecret } from '../../lib/security/secrets.ts'
import { users } from '../../users/table.ts'
import { shares } from './table.ts'

export type ShareRow = typeof shares.$inferSelect
export type SharedLink = { id: number; token: string }

/** The secret of a link's address: worked out, never stored. */
export const shareToken = (serverKey: Buffer, { companyId, id }: Pick<ShareRow, 'companyId' | 'id'>): string =>
  derive(serverKey, 'share', companyId, id)

export const isLiving = (now: Date) => and(isNull(shares.revokedAt), gt(shares.expiresAt, now))

/** The share that this token opens, expired or not; 404 for any other, and for one that was taken back. */
export async function accessShare(
  { db, services }: Pick<Context, 'db' | 'services'>,
  { id, token }: SharedLink,
): Promise<ShareRow> {
  const [share] = await db
    .select()
    .from(shares)
    .where(and(eq(shares.id, id), isNull(shares.revokedAt)))
  // Compared with something also where there is no share, so that the time says nothing either.
  const wanted = shareToken(services.serverKey, share ?? { companyId: 0, id: 0 })
  if (!sameSecret(wanted, token) || !share) throw new Problem('not_found')
  return share
}

/** The living links to a report, the newest first. */
export async function findShares(ctx: Context, report: { companyId: number; id: number }): Promise<Share[]> {
  const rows = await ctx.db
    .select({ share: shares, name: users.name })
    .from(shares)
    .leftJoin(users, eq(users.id, shares.createdBy))
    .where(and(eq(shares.companyId, report.companyId), eq(shares.reportId, report.id), isLiving(ctx.now)))
    .orderBy(desc(shares.id))
  return rows.map(({ share, name }) => presentShare(ctx, share, name))
}

/** A share in wire form, with its whole address. */
export const presentShare = ({ services }: Pick<Context, 'services'>, share: ShareRow, name: string | null): Share => ({
  id: share.id,
  address: services.address(`/shared/${share.id}/${shareToken(services.serverKey, share)}`),
  expires_at: share.expiresAt.toISOString(),
  has_pin: share.pinHash !== null,
  ...{ opened: share.opened, opened_on: share.openedOn },
  ...{ created_by: share.createdBy, created_by_name: name, created_at: share.createdAt.toISOString() },
})
