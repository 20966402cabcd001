import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { wire } from '#shared/lib/casing.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { Pass, PassLogEntry } from '#shared/passes/contract.ts'
import type { PassPage } from '#shared/passes/passPage.ts'
import { users } from '../accounts/table.ts'
import { animalGroups } from '../animals/table.ts'
import { presentReach } from '../companies/reachQueries.ts'
import { forms } from '../forms/table.ts'
import { type Context, companyOf, permitted } from '../lib/context.ts'
import { inIds } from '../lib/db/searchIds.ts'
import { contains, pageOf, slice, totalOf } from '../lib/registers/listing.ts'
import { locations } from '../locations/table.ts'
import { vehicles } from '../vehicles/table.ts'
import { type PassRow, passToken } from './door.ts'
import type { Reading } from './reading.ts'
import { recordsOf } from './records/kinds.ts'
import { populationOf, totalIn } from './records/places.ts'
import { renewalOf } from './records/since.ts'
import { passes, passViews } from './table.ts'

/** A pass that is neither revoked nor ended. */
export const isLiving = (now: Date) => and(isNull(passes.revokedAt), gt(passes.endsAt, now))

const logCount = sql<number>`(select count(*)::int from pass_views v
  where v.company_id = ${passes.companyId} and v.pass_id = ${passes.id})`

const selectPasses = ({ db }: Pick<Context, 'db'>) =>
  db
    .select({ pass: passes, createdByName: users.name, logCount })
    .from(passes)
    .leftJoin(users, eq(users.id, passes.createdBy))
    .$dynamic()
type Found = Awaited<ReturnType<typeof selectPasses>>[number]

type Query = { page: number; perPage: number; search?: string | undefined; archived: boolean }

/** One page of the company's passes, the newest first: those that live, or those that are over. */
export async function listPasses(ctx: Context, { page, perPage, search, archived }: Query) {
  const isOver = or(isNotNull(passes.revokedAt), lte(passes.endsAt, ctx.now))
  const where = and(
    eq(passes.companyId, companyOf(ctx)),
    archived ? isOver : isLiving(ctx.now),
    contains(search, passes.holderName, passes.holderOffice),
  )
  const { limit, offset } = slice({ page, perPage })
  return pageOf(
    { page, perPage },
    {
      rows: selectPasses(ctx).where(where).orderBy(desc(passes.id)).limit(limit).offset(offset),
      totals: totalOf(ctx.db, passes, where),
      present: found => presentPass(ctx, found),
    },
  )
}

/** The pass, if the actor may do this with it; locked where the call writes. Throws 404 otherwise. */
export async function accessPassRow(ctx: Context, id: number, action: string): Promise<PassRow> {
  const query = ctx.db.select().from(passes).where(eq(passes.id, id))
  const [pass] = await (ctx.writes ? query.for('update') : query)
  return permitted(ctx, action, 'Pass', pass)
}

/** A pass in wire form. Throws 404. */
export async function showPass(ctx: Context, { companyId, id }: Pick<PassRow, 'companyId' | 'id'>): Promise<Pass> {
  const [found] = await selectPasses(ctx).where(and(eq(passes.companyId, companyId), eq(passes.id, id)))
  if (!found) throw new Problem('not_found')
  return presentPass(ctx, found)
}

function presentPass({ services }: Pick<Context, 'services'>, { pass, createdByName, logCount: count }: Found): Pass {
  const { pinHash, reachLocations: _, reachGroups: __, reachVehicles: ___, companyId: ____, ...row } = pass
  return {
    ...wire(row),
    reach: presentReach(pass),
    address: addressOf(services, pass, passToken(services, pass)),
    has_pin: pinHash !== null,
    created_by_name: createdByName,
    log_count: count,
  }
}

/** The address of a pass, or of a preview of it. */
export const addressOf = (
  { address }: Pick<Context['services'], 'address'>,
  { id }: Pick<PassRow, 'id'>,
  token: string,
): string => address(`/pass/${id}/${token}`)

/** One page of what was done by a pass, the newest first. */
export async function listPassLog(
  { db }: Context,
  { companyId, id }: PassRow,
  { page, perPage }: { page: number; perPage: number },
) {
  const where = and(eq(passViews.companyId, companyId), eq(passViews.passId, id))
  const { limit, offset } = slice({ page, perPage })
  return pageOf(
    { page, perPage },
    {
      rows: db.select().from(passViews).where(where).orderBy(desc(passViews.id)).limit(limit).offset(offset),
      totals: totalOf(db, passViews, where),
      present: ({ companyId: _, passId: __, ...row }): PassLogEntry => wire(row),
    },
  )
}

/** What a pass opens, and how much there is of each kind. */
export async function presentPassPage(reading: Reading): Promise<PassPage> {
  const { pass, company, asOf, isPreview } = reading.open
  const found = []
  for (const kind of pass.kinds) found.push({ kind, tallies: await recordsOf[kind].tallies(reading) })
  const names = await formsNamed(
    reading,
    found.flatMap(({ tallies }) => tallies.map(({ formId }) => formId)),
  )
  const kinds = found.map(({ kind, tallies }) => {
    const used = new Set(tallies.map(({ formId }) => formId))
    return { kind, count: totalIn(tallies), forms: names.filter(({ id }) => used.has(id)) }
  })
  return {
    ...{ company_name: company.name, company_logo: company.logo },
    ...{ holder_name: pass.holderName, holder_office: pass.holderOffice },
    places: await placesOf(reading),
    ...{ first_day: pass.firstDay, last_day: pass.lastDay, shows_names: pass.showsNames },
    ...{ as_of: asOf.toISOString(), starts_at: pass.startsAt.toISOString(), ends_at: pass.endsAt.toISOString() },
    ...{ is_preview: isPreview, kinds, ...(await populationOf(reading, found)) },
    renewal: await renewalOf(
      reading,
      pass.kinds.map(kind => [kind, recordsOf[kind]] as const),
    ),
  }
}

/** The names of forms, the oldest first. */
async function formsNamed({ db, companyId, read }: Reading, ids: (number | null)[]) {
  const used = [...new Set(ids)].filter(id => id !== null)
  const rows = await db
    .select({ id: forms.id, name: forms.name })
    .from(forms)
    .where(and(eq(forms.companyId, companyId), inIds(forms.id, used)))
    .orderBy(asc(forms.id))
  return rows.map(({ id, name }) => ({ id, name: read(name) }))
}

/** Names of what the pass reaches; null for the whole company. */
async function placesOf({ db, companyId, open: { pass } }: Reading): Promise<string[] | null> {
  const { reachLocations, reachGroups, reachVehicles } = pass
  if (!reachLocations) return null
  const names = []
  for (const [table, ids] of [
    [locations, reachLocations],
    [animalGroups, reachGroups ?? []],
    [vehicles, reachVehicles ?? []],
  ] as const)
    if (ids.length > 0)
      names.push(
        ...(await db
          .select({ name: table.name })
          .from(table)
          .where(and(eq(table.companyId, companyId), inArray(table.id, ids)))
          .orderBy(asc(table.id))),
      )
  return names.map(({ name }) => name)
}
