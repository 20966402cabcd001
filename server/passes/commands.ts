import { and, eq, isNull } from 'drizzle-orm'
import type { ReachInput } from '#shared/companies/contract.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import type { Pass } from '#shared/passes/contract.ts'
import { maxPassDays, maxPasses, type PassKind } from '#shared/passes/rules.ts'
import { audit } from '../audit/commands.ts'
import { lockCompany } from '../companies/commands.ts'
import { reachColumnsOf, requireMayReach } from '../companies/reachQueries.ts'
import { whoMay } from '../companies/roleQueries.ts'
import { type Context, companyOf, type Topic } from '../lib/context.ts'
import { notify } from '../notifications/commands.ts'
import { type OpenPass, type PassRow, requireNotEnded } from './door.ts'
import { isLiving, showPass } from './queries.ts'
import { passes, passViews } from './table.ts'

export type PassDraft = {
  holderName: string
  holderOffice: string
  holderEmail: string | null
  reach: ReachInput | null
  kinds: PassKind[]
  firstDay: string | null
  lastDay: string | null
  showsNames: boolean
  opensPapers: boolean
  startsAt: string
  endsAt: string
}

export type Renewal = Omit<PassDraft, 'reach' | 'kinds' | 'showsNames' | 'opensPapers'>

type StoredDraft = Omit<PassDraft, 'reach'> &
  Pick<PassRow, 'reachLocations' | 'reachGroups' | 'reachVehicles' | 'pinHash' | 'renewsId'>

const dayMs = 24 * 3600_000

/** Issues a pass. Throws 422 for places that the company does not have, an impossible time and the fifty-first. */
export async function issuePass(ctx: Context, { reach, ...draft }: PassDraft, pinHash: string | null): Promise<Pass> {
  requireTimes(ctx, draft)
  await requireMayReach(ctx, companyOf(ctx), reach)
  return storePass(ctx, { ...draft, ...reachColumnsOf(reach), pinHash, renewsId: null })
}

/**
 * Issues a pass of the same reach, kinds and names as an earlier one. Throws 422 as `issuePass` does, and for a start
 * before that of the earlier one.
 */
export function renewPass(ctx: Context, earlier: PassRow, draft: Renewal, pinHash: string | null): Promise<Pass> {
  requireTimes(ctx, draft)
  if (new Date(draft.startsAt) < earlier.startsAt) throw invalidField('starts_at', 'before_start')
  const { reachLocations, reachGroups, reachVehicles, kinds, showsNames, opensPapers, id: renewsId } = earlier
  return storePass(ctx, {
    ...{ ...draft, reachLocations, reachGroups, reachVehicles, kinds, showsNames, opensPapers },
    ...{ pinHash, renewsId },
  })
}

type Times = Pick<PassDraft, 'startsAt' | 'endsAt' | 'firstDay' | 'lastDay'>

function requireTimes({ now }: Context, { startsAt, endsAt, firstDay, lastDay }: Times): void {
  const [start, end] = [new Date(startsAt), new Date(endsAt)]
  if (end <= now) throw invalidField('ends_at', 'in_the_past')
  if (end <= start) throw invalidField('ends_at', 'before_start')
  if (end.getTime() > now.getTime() + maxPassDays * dayMs)
    throw invalidField('ends_at', 'too_far_ahead', { days: maxPassDays })
  if (firstDay && lastDay && lastDay < firstDay) throw invalidField('last_day', 'before_start')
}

async function storePass(ctx: Context, { startsAt, endsAt, ...draft }: StoredDraft): Promise<Pass> {
  const companyId = companyOf(ctx)
  // Two at once count each other.
  await lockCompany(ctx.db, companyId)
  const living = and(eq(passes.companyId, companyId), isLiving(ctx.now))
  if ((await ctx.db.$count(passes, living)) >= maxPasses)
    throw invalidField('ends_at', 'too_many', { maximum: maxPasses })
  const [made] = await ctx.db
    .insert(passes)
    .values({
      ...{ ...draft, companyId, startsAt: new Date(startsAt), endsAt: new Date(endsAt) },
      ...{ createdBy: ctx.actor.id, createdAt: ctx.now },
    })
    .returning()
  if (!made) throw new Error('The pass was not stored.')
  await audit(ctx, 'pass.issued', { type: 'Pass', id: made.id, companyId })
  return showPass(ctx, made)
}

/** Revokes a pass; a repeated call is harmless. */
export async function revokePass(ctx: Context, { companyId, id, revokedAt }: PassRow): Promise<void> {
  if (revokedAt) return
  await ctx.db
    .update(passes)
    .set({ revokedAt: ctx.now })
    .where(and(eq(passes.companyId, companyId), eq(passes.id, id)))
  await audit(ctx, 'pass.revoked', { type: 'Pass', id, companyId })
}

type Noted = Omit<typeof passViews.$inferInsert, 'id' | 'companyId' | 'passId' | 'at'>

/**
 * Notes what the holder of a pass did, in the transaction of the answer, and tells managers of the first time. A
 * preview is not noted. Throws `share_taken_back` where the pass was revoked in between, and `public_link_expired`
 * where it has ended: an answer may have taken long.
 */
export async function noteView(ctx: Context, { pass, isPreview }: OpenPass, noted: Noted): Promise<void> {
  const { companyId, id } = pass
  const one = and(eq(passes.companyId, companyId), eq(passes.id, id))
  const [still] = await ctx.db.select({ revokedAt: passes.revokedAt }).from(passes).where(one)
  if (!still || still.revokedAt) throw new Problem('share_taken_back')
  requireNotEnded(pass, new Date())
  if (isPreview) return
  await ctx.db.insert(passViews).values({ companyId, passId: id, at: ctx.now, ...noted })
  if (pass.openedAt) return
  const [first] = await ctx.db
    .update(passes)
    .set({ openedAt: ctx.now })
    .where(and(one, isNull(passes.openedAt)))
    .returning({ id: passes.id })
  if (first) await tellManagers(ctx, passOpened, pass)
}

export type PassNotice = { passId: number; holder: string }
export const passBell = ({ passId, holder }: PassNotice) => ({
  values: { holder },
  href: `/company/passes/${passId}`,
  about: `pass ${passId}`,
})
export const passOpened: Topic<PassNotice> = { name: 'pass.opened', bell: passBell }
export const passEnded: Topic<PassNotice> = { name: 'pass.ended', bell: passBell }

/** Tells those who may read passes. */
export async function tellManagers(
  ctx: Context,
  topic: Topic<PassNotice>,
  { companyId, id, holderName }: Pick<PassRow, 'companyId' | 'id' | 'holderName'>,
): Promise<void> {
  await notify(ctx, topic, await whoMay(ctx, 'read', 'Pass', { companyId }), { passId: id, holder: holderName })
}
