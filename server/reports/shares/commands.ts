import { and, eq } from 'drizzle-orm'
import { userChannel } from '#shared/lib/events.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { reportEvents } from '#shared/reports/contract.ts'
import { mostShareDays, mostShares, type Share } from '#shared/shares/contract.ts'
import type { ShareKind } from '#shared/shares/kinds.ts'
import { audit } from '../../audit/commands.ts'
import { refuseWhileActing } from '../../auth/queries.ts'
import { findPlace } from '../../companies/queries.ts'
import { accessForm } from '../../forms/queries.ts'
import { publicLinks } from '../../forms/table.ts'
import { type Context, companyOf } from '../../lib/context.ts'
import { tell } from '../../lib/events.ts'
import { hashed } from '../../lib/security/passwordHash.ts'
import { revokeLink } from '../../public-links/commands.ts'
import { whoMay } from '../../roles/queries.ts'
import { endFeedOf } from '../../tasks/feed/commands.ts'
import { revokeHelper } from '../../tasks/helpers/commands.ts'
import { helpers, sentTasks } from '../../tasks/table.ts'
import { users } from '../../users/table.ts'
import type { ReportRow } from '../queries.ts'
import { isLiving, presentShare } from './queries.ts'
import { shares } from './table.ts'

type Settings = { expiresAt: string; pin?: string | null | undefined }

/** A new link to a report, which is locked since it was read (`accessReport`). */
export async function shareReport(ctx: Context, report: ReportRow, { expiresAt, pin }: Settings): Promise<Share> {
  refuseWhileActing(ctx)
  const { companyId, id: reportId } = report
  // The link shows what its maker may see: somebody who has no place in the company shows nothing.
  if (!(await findPlace(ctx.db, ctx.actor.id, companyId))) throw new Problem('forbidden')
  if (report.archivedAt) throw new Problem('not_found')
  const end = new Date(expiresAt)
  if (end <= ctx.now) throw invalidField('expires_at', 'in_the_past')
  if (end.getTime() > ctx.now.getTime() + mostShareDays * 24 * 3600_000)
    throw invalidField('expires_at', 'too_far_ahead', { days: mostShareDays })
  const living = and(eq(shares.companyId, companyId), eq(shares.reportId, reportId), isLiving(ctx.now))
  if ((await ctx.db.$count(shares, living)) >= mostShares)
    throw invalidField('expires_at', 'too_many', { maximum: mostShares })
  const pinHash = pin ? await hashed(ctx, pin) : null
  const [share] = await ctx.db
    .insert(shares)
    .values({ companyId, reportId, expiresAt: end, pinHash, createdBy: ctx.actor.id, createdAt: ctx.now })
    .returning()
  if (!share) throw new Error('The share was not stored.')
  await audit(ctx, 'report.shared', { type: 'Report', id: reportId }, { share: share.id })
  await tellList(ctx)
  const [maker] = await ctx.db.select({ name: users.name }).from(users).where(eq(users.id, ctx.actor.id))
  return presentShare(ctx, share, maker?.name ?? null)
}

/** Takes a link to a report back, for ever. A repeated call is harmless; 404 for a link that the report never had. */
export async function endShare(
  ctx: Context,
  report: { companyId: number; id: number },
  shareId: number,
): Promise<null> {
  const one = and(eq(shares.companyId, report.companyId), eq(shares.reportId, report.id), eq(shares.id, shareId))
  const [share] = await ctx.db.select().from(shares).where(one).for('update')
  if (!share) throw new Problem('not_found')
  if (share.revokedAt) return null
  await ctx.db.update(shares).set({ revokedAt: ctx.now }).where(one)
  await audit(ctx, 'report.share_ended', { type: 'Report', id: report.id }, { share: shareId })
  await tellList(ctx)
  return null
}

/** Takes any link of the company back, by the same command as where it was made. Throws 404 for one that is not the company's. */
export async function takeBack(ctx: Context, { kind, id }: { kind: ShareKind; id: number }): Promise<null> {
  const companyId = companyOf(ctx)
  await takingBack[kind](ctx, companyId, id)
  await tellList(ctx)
  return null
}

const takingBack: Record<ShareKind, (ctx: Context, companyId: number, id: number) => Promise<unknown>> = {
  report: async (ctx, companyId, id) => {
    const [share] = await ctx.db
      .select({ reportId: shares.reportId })
      .from(shares)
      .where(and(eq(shares.companyId, companyId), eq(shares.id, id)))
    if (!share) throw new Problem('not_found')
    return endShare(ctx, { companyId, id: share.reportId }, id)
  },
  form: async (ctx, companyId, id) => {
    const [link] = await ctx.db
      .select({ formId: publicLinks.formId })
      .from(publicLinks)
      .where(and(eq(publicLinks.companyId, companyId), eq(publicLinks.id, id)))
    if (!link) throw new Problem('not_found')
    return revokeLink(ctx, await accessForm(ctx, link.formId, 'update'), id)
  },
  calendar: endFeedOf,
  helper: async (ctx, companyId, id) => {
    const [sent] = await ctx.db
      .select({ id: sentTasks.id, taskId: sentTasks.taskId, companyId: sentTasks.companyId })
      .from(helpers)
      .innerJoin(sentTasks, and(eq(sentTasks.companyId, helpers.companyId), eq(sentTasks.id, helpers.sentTaskId)))
      .where(and(eq(helpers.companyId, companyId), eq(helpers.id, id)))
    if (!sent) throw new Problem('not_found')
    return revokeHelper(ctx, sent, id)
  },
}

/** The list of those who may see what is shared is another now. */
async function tellList(ctx: Context): Promise<void> {
  const companyId = companyOf(ctx)
  const people = await whoMay(ctx, 'read', 'Share', { companyId })
  tell(ctx, reportEvents, 'share.changed', { company_id: companyId }, people.map(userChannel))
}
