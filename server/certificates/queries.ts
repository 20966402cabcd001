import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, max, type SQL, sql } from 'drizzle-orm'
import type { Certificate } from '#shared/certificates/contract.ts'
import { type CertificateKind, stoppingKinds } from '#shared/certificates/rules.ts'
import { wire } from '#shared/lib/casing.ts'
import { users } from '../accounts/table.ts'
import { type Context, companyOf } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { among, archivedOrNot, matching, type PageRequest, pageOf, slice, totalOf } from '../lib/registers/listing.ts'
import { vehicles } from '../vehicles/table.ts'
import { papers } from './table.ts'

export type CertificateRow = typeof papers.$inferSelect

type Filters = PageRequest & {
  archived: boolean
  vehicleId?: number | undefined
  holderId?: number | undefined
  isCompany?: boolean | undefined
  kind?: CertificateKind | undefined
  endsFrom?: string | undefined
  endsBefore?: string | undefined
}

/** One page of the certificates that the actor may read, what ends first before all others, what never ends last. */
export async function listCertificates(
  { page, perPage, archived, isCompany, endsFrom, endsBefore, ...filters }: Filters,
  ctx: Context,
) {
  const where = and(
    ...[eq(papers.companyId, companyOf(ctx)), accessible(ctx.ability, 'read', 'Paper', papers)],
    ...[archivedOrNot(papers, archived), matching(papers, filters), among(ctx, papers.id)],
    isCompany ? and(isNull(papers.vehicleId), isNull(papers.holderId)) : undefined,
    endsFrom === undefined ? undefined : gte(papers.validUntil, endsFrom),
    endsBefore === undefined ? undefined : lt(papers.validUntil, endsBefore),
  )
  const { limit, offset } = slice({ page, perPage })
  const rows = selectCertificates(ctx, where)
    .orderBy(asc(papers.validUntil), asc(papers.id))
    .limit(limit)
    .offset(offset)
  return pageOf({ page, perPage }, { rows, totals: totalOf(ctx.db, papers, where), present: presentCertificate })
}

const selectCertificates = ({ db }: Pick<Context, 'db'>, where: SQL | undefined) =>
  db
    .select({ paper: papers, vehicleName: vehicles.name, holderName: users.name })
    .from(papers)
    .leftJoin(vehicles, and(eq(vehicles.companyId, papers.companyId), eq(vehicles.id, papers.vehicleId)))
    .leftJoin(users, eq(users.id, papers.holderId))
    .where(where)

type Selected = Awaited<ReturnType<typeof selectCertificates>>[number]
const presentCertificate = ({ paper: { toldDays: _, ...paper }, ...names }: Selected): Certificate =>
  wire({ ...paper, ...names })

/** One certificate as it is now. */
export async function shownCertificate(ctx: Context, id: number): Promise<Certificate> {
  const [found] = await selectCertificates(ctx, eq(papers.id, id))
  if (!found) throw new Error(`The certificate ${id} is gone within its own transaction`)
  return presentCertificate(found)
}

/**
 * Returns the kinds of certificates that vehicles had and no longer have. The one that ends last counts, because the
 * next year's may be stored already.
 */
export async function endedCertificates(
  db: Database,
  companyId: number | null,
  vehicleIds: number[],
  today: string,
): Promise<{ vehicleId: number; kind: CertificateKind; validUntil: string }[]> {
  if (vehicleIds.length === 0) return []
  const { vehicleId, kind, validUntil } = papers
  const last = max(validUntil)
  const rows = await db
    .select({ vehicleId, kind, validUntil: last })
    .from(papers)
    .where(
      and(
        companyId === null ? undefined : eq(papers.companyId, companyId),
        ...[inArray(vehicleId, vehicleIds), isNotNull(vehicleId)],
        ...[inArray(kind, stoppingKinds), isNull(papers.archivedAt)],
      ),
    )
    .groupBy(vehicleId, kind)
    // One without an end holds for good.
    .having(sql`bool_and(${validUntil} is not null) and ${last} < ${today}`)
    .orderBy(vehicleId, kind)
  return rows.flatMap(row =>
    row.vehicleId === null || row.validUntil === null
      ? []
      : [{ ...row, vehicleId: row.vehicleId, validUntil: row.validUntil }],
  )
}
