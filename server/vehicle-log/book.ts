/** The log book of one vehicle or all: what was written down in some days, and the certificates that held then. */
import { and, asc, between, eq, gte, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type BookFormat, maxLines } from '#shared/documents/rules.ts'
import type { FileAnswer } from '#shared/lib/contract.ts'
import { invalidField } from '#shared/lib/problem.ts'
import { users } from '../accounts/table.ts'
import { madeBook } from '../books/commands.ts'
import { papers } from '../certificates/table.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { accessRow } from '../lib/registers/register.ts'
import type { Cell } from '../lib/spreadsheets/rows.ts'
import { locations } from '../locations/table.ts'
import { vehicles } from '../vehicles/table.ts'
import { vehicleEntries as entries, maintenancePlans } from './table.ts'

type Wanted = { format: BookFormat; from: string; until: string; vehicleId?: number | undefined }
type Asked = Omit<Wanted, 'format'> & { companyId: number; most: number }

const columns = ['day', 'vehicle', 'what', 'details', 'place', 'until', 'kilometres', 'hours', 'note', 'by'] as const

/**
 * Throws 404 for a vehicle that the caller may not read, 422 for days that end before they begin, 413 for too many
 * lines.
 */
export async function readLogBook({ format, from, until, vehicleId }: Wanted, ctx: Context): Promise<FileAnswer> {
  if (until < from) throw invalidField('until', 'before_start')
  const companyId = companyOf(ctx)
  const vehicle = vehicleId === undefined ? undefined : await accessRow(ctx, vehicles, 'Vehicle', vehicleId, 'read')
  const t = ctx.services.texts(ctx.locale)
  const asked = { companyId, from, until, vehicleId, most: maxLines[format] + 1 }
  const rows = [...(await written(ctx, asked)), ...(await held(ctx, asked))].slice(0, asked.most)
  return madeBook(ctx, {
    ...{ format, from, until, rows, title: t('vehicleLog.book') },
    headings: columns.map(column => t(`vehicleLog.columns.${column}`)),
    of: vehicle && nameOf(vehicle),
  })
}

const nameOf = ({ name, plate }: { name: string; plate: string | null }) => [name, plate].filter(Boolean).join(' · ')
const said = (...words: (string | null | undefined)[]) => words.filter(Boolean).join(' · ') || null

const drivers = alias(users, 'drivers')

async function written(ctx: Context, { companyId, from, until, vehicleId, most }: Asked): Promise<Cell[][]> {
  const t = ctx.services.texts(ctx.locale)
  const rows = await ctx.db
    .select({
      ...{ entry: entries, vehicle: { name: vehicles.name, plate: vehicles.plate } },
      ...{ driver: drivers.name, by: users.name, place: locations.name, plan: maintenancePlans.name },
    })
    .from(entries)
    .innerJoin(vehicles, and(eq(vehicles.companyId, entries.companyId), eq(vehicles.id, entries.vehicleId)))
    .leftJoin(drivers, eq(drivers.id, entries.driverId))
    .leftJoin(users, eq(users.id, entries.userId))
    .leftJoin(locations, and(eq(locations.companyId, entries.companyId), eq(locations.id, entries.locationId)))
    .leftJoin(
      maintenancePlans,
      and(eq(maintenancePlans.companyId, entries.companyId), eq(maintenancePlans.id, entries.maintenancePlanId)),
    )
    .where(
      and(
        ...[eq(entries.companyId, companyId), isNull(entries.archivedAt)],
        vehicleId === undefined ? undefined : eq(entries.vehicleId, vehicleId),
        accessible(ctx.ability, 'read', 'Vehicle', vehicles),
        accessible(ctx.ability, 'read', 'VehicleEntry', entries),
        // A driver who began earlier and still drives is part of these days.
        or(
          between(entries.day, from, until),
          and(
            ...[eq(entries.kind, 'driver'), lte(entries.day, until)],
            or(isNull(entries.until), gte(entries.until, from)),
          ),
        ),
      ),
    )
    .orderBy(asc(entries.day), asc(entries.id))
    .limit(most)
  return rows.map(({ entry, vehicle, ...names }) => [
    ...[entry.day, nameOf(vehicle), t(`vehicleLog.kinds.${entry.kind}`)],
    said(names.driver, entry.work && t(`vehicleLog.works.${entry.work}`), entry.product, names.plan, entry.reason),
    ...[names.place ?? entry.place, entry.until, entry.kilometres, entry.hours, entry.note, names.by],
  ])
}

async function held(ctx: Context, { companyId, from, until, vehicleId, most }: Asked): Promise<Cell[][]> {
  if (!ctx.ability.can('read', 'Paper')) return []
  const t = ctx.services.texts(ctx.locale)
  const rows = await ctx.db
    .select({ paper: papers, vehicle: { name: vehicles.name, plate: vehicles.plate } })
    .from(papers)
    .innerJoin(vehicles, and(eq(vehicles.companyId, papers.companyId), eq(vehicles.id, papers.vehicleId)))
    .where(
      and(
        ...[eq(papers.companyId, companyId), isNull(papers.archivedAt), isNotNull(papers.vehicleId)],
        vehicleId === undefined ? undefined : eq(papers.vehicleId, vehicleId),
        accessible(ctx.ability, 'read', 'Vehicle', vehicles),
        accessible(ctx.ability, 'read', 'Paper', papers),
        or(isNull(papers.validUntil), gte(papers.validUntil, from)),
        or(isNull(papers.issuedOn), lte(papers.issuedOn, until)),
      ),
    )
    .orderBy(asc(papers.vehicleId), asc(papers.validUntil), asc(papers.id))
    .limit(most)
  return rows.map(({ paper, vehicle }) => [
    ...[paper.issuedOn, nameOf(vehicle), t(`certificates.kinds.${paper.kind}`)],
    said(paper.number, paper.issuer, paper.journeyClass && t(`certificates.journeyClasses.${paper.journeyClass}`)),
    ...[null, paper.validUntil, null, null, paper.note, null],
  ])
}
