/** Who viewed a record by which pass: for the holder by their own one, for managers by all. */
import { and, desc, eq, inArray, lte, max, sql } from 'drizzle-orm'
import type { PassViewer } from '#shared/passes/contract.ts'
import type { PassRecordDetail } from '#shared/passes/passPage.ts'
import { maxPasses, maxViewsShown, type PassKind } from '#shared/passes/rules.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { type Reading, requireKind } from './reading.ts'
import { recordsOf } from './records/kinds.ts'
import { passes, passViews } from './table.ts'

const ofRecord = ['viewed', 'downloaded'] as const

/** A record with everything that the pass shows of it. Throws 404 for one outside the pass. */
export async function recordOfPass(reading: Reading, kind: PassKind, id: number): Promise<PassRecordDetail> {
  requireKind(reading, kind)
  const record = await recordsOf[kind].get(reading, id)
  return reading.people.clean({ ...record, views: await viewsOf(reading, kind, id) })
}

/** When a record was viewed or loaded by this pass, as far as this moment. */
async function viewsOf({ db, companyId, open, now }: Reading, kind: PassKind, id: number) {
  const { at, action } = passViews
  const rows = await db
    .select({ at, action })
    .from(passViews)
    .where(
      and(
        ...[eq(passViews.companyId, companyId), eq(passViews.passId, open.pass.id), eq(passViews.recordId, id)],
        ...[eq(passViews.kind, kind), inArray(action, ofRecord), lte(at, now)],
      ),
    )
    .orderBy(desc(passViews.id))
    .limit(maxViewsShown)
  return rows.map(row => ({ ...row, at: row.at.toISOString() }))
}

/** The passes by which a record was viewed, the latest first. */
export async function listViewers(ctx: Context, kind: PassKind, recordId: number): Promise<PassViewer[]> {
  const { holderName, holderOffice } = passes
  const last = max(passViews.at)
  const rows = await ctx.db
    .select({ passId: passes.id, holderName, holderOffice, count: sql<number>`count(*)::int`, last })
    .from(passViews)
    .innerJoin(passes, and(eq(passes.companyId, passViews.companyId), eq(passes.id, passViews.passId)))
    .where(
      and(
        ...[eq(passViews.companyId, companyOf(ctx)), eq(passViews.recordId, recordId)],
        ...[eq(passViews.kind, kind), inArray(passViews.action, ofRecord)],
      ),
    )
    .groupBy(passes.id, holderName, holderOffice)
    .orderBy(desc(last))
    .limit(maxPasses)
  return rows.map(row => ({
    ...{ pass_id: row.passId, holder_name: row.holderName, holder_office: row.holderOffice, count: row.count },
    last_at: row.last?.toISOString() ?? '',
  }))
}
