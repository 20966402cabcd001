import { and, eq, getTableColumns } from 'drizzle-orm'
import { wire } from '#shared/lib/casing.ts'
import type { Report } from '#shared/reports/contract.ts'
import { users } from '../accounts/table.ts'
import { type Context, locksFor, permitted } from '../lib/context.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { among, archivedOrNot, contains, matching, orderBy, pageOf, slice, totalOf } from '../lib/registers/listing.ts'
import { reports } from './table.ts'

export type ReportRow = typeof reports.$inferSelect

/**
 * The report if the actor may do this with it; a Problem that does not tell which otherwise. Locks it for changes.
 */
export async function accessReport(
  ctx: Pick<Context, 'db' | 'ability' | 'writes'>,
  id: number,
  action: string,
): Promise<ReportRow> {
  const query = ctx.db.select().from(reports).where(eq(reports.id, id))
  const [report] = await (locksFor(ctx, action) ? query.for('update') : query)
  return permitted(ctx, action, 'Report', report)
}

type Query = {
  page: number
  perPage: number
  archived: boolean
  search?: string | undefined
  sort?: string | undefined
  createdBy?: number | undefined
  forEverybody?: boolean | undefined
}

/** One page of the reports that the actor may open. */
export function listReports({ page, perPage, search, sort, archived, ...filters }: Query, ctx: Context) {
  const where = and(
    accessible(ctx.ability, 'read', 'Report', reports),
    archivedOrNot(reports, archived),
    contains(search, reports.name, reports.description),
    matching(reports, filters),
    among(ctx, reports.id),
  )
  const { limit, offset } = slice({ page, perPage })
  return pageOf(
    { page, perPage },
    {
      rows: ctx.db
        .select(columns)
        .from(reports)
        .leftJoin(users, eq(users.id, reports.createdBy))
        .where(where)
        .orderBy(...orderBy(reports, sort, 'name', ctx.locale))
        .limit(limit)
        .offset(offset),
      totals: totalOf(ctx.db, reports, where),
      present,
    },
  )
}

const columns = { ...getTableColumns(reports), createdByName: users.name }

/** A report in wire form. */
export async function presentReport({ db }: Pick<Context, 'db'>, { id }: { id: number }): Promise<Report> {
  const [row] = await db
    .select(columns)
    .from(reports)
    .leftJoin(users, eq(users.id, reports.createdBy))
    .where(eq(reports.id, id))
  if (!row) throw new Error(`Report ${id} is gone.`)
  return present(row)
}

const present = (row: ReportRow & { createdByName: string | null }): Report => ({
  ...wire(row),
  form_id: row.formIds.length === 1 ? (row.formIds[0] ?? null) : null,
})
