import { and, desc, eq, inArray } from 'drizzle-orm'
import type { SubmissionExport } from '#shared/exports/contract.ts'
import { wire } from '#shared/lib/casing.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { Context } from '../../lib/context.ts'
import { pageOf, slice, totalOf } from '../../lib/registers/listing.ts'
import { madeWithRightsOf } from '../../lib/security/rightsOf.ts'
import { submissionExports } from './table.ts'

export type ExportRow = typeof submissionExports.$inferSelect

/** An export is for the person who asked for it alone, in the company where they did, and for as long as they have the rights of then. */
const own = ({ actor }: Context) =>
  and(
    eq(submissionExports.companyId, actor.companyId ?? 0),
    eq(submissionExports.userId, actor.id),
    madeWithRightsOf(actor, submissionExports.rights),
  )

export const isUnderWay = inArray(submissionExports.state, ['waiting', 'working'])

/** One page of the own exports, the latest first. */
export const listExports = (ctx: Context, paging: { page: number; perPage: number }) =>
  pageOf(paging, {
    rows: ctx.db
      .select()
      .from(submissionExports)
      .where(own(ctx))
      .orderBy(desc(submissionExports.id))
      .limit(slice(paging).limit)
      .offset(slice(paging).offset),
    totals: totalOf(ctx.db, submissionExports, own(ctx)),
    present: presentExport,
  })

/** The own export; 404 otherwise. To change it is to lock it. */
export async function accessExport(ctx: Context, id: number, lock = false): Promise<ExportRow> {
  const query = ctx.db
    .select()
    .from(submissionExports)
    .where(and(own(ctx), eq(submissionExports.id, id)))
  const [found] = await (lock ? query.for('no key update') : query)
  if (!found) throw new Problem('not_found')
  return found
}

/** How many of somebody's exports are under way. */
export const countUnderWay = (ctx: Context) => ctx.db.$count(submissionExports, and(own(ctx), isUnderWay))

export const presentExport = (row: ExportRow): SubmissionExport => wire(row)
