import { and, desc, eq, gte, isNull, lte, max, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { wire } from '#shared/lib/casing.ts'
import type { VehicleEntry, VehicleUse } from '#shared/vehicle-log/contract.ts'
import type { LogKind } from '#shared/vehicle-log/rules.ts'
import { users } from '../accounts/table.ts'
import { todayIn } from '../companies/queries.ts'
import type { Context } from '../lib/context.ts'
import { among, archivedOrNot, matching, type PageRequest, pageOf, slice, totalOf } from '../lib/registers/listing.ts'
import { locations } from '../locations/table.ts'
import { plansOf } from './plans.ts'
import { lastReading } from './readings.ts'
import { vehicleEntries as entries, maintenancePlans } from './table.ts'

export type EntryRow = typeof entries.$inferSelect
/** A vehicle of a company. */
export type Whose = { companyId: number; id: number }

const drivers = alias(users, 'drivers')

const selectEntries = ({ db }: Pick<Context, 'db'>, where: SQL | undefined) =>
  db
    .select({
      entry: entries,
      driverName: drivers.name,
      locationName: locations.name,
      planName: maintenancePlans.name,
      userName: users.name,
    })
    .from(entries)
    .leftJoin(drivers, eq(drivers.id, entries.driverId))
    .leftJoin(users, eq(users.id, entries.userId))
    .leftJoin(locations, and(eq(locations.companyId, entries.companyId), eq(locations.id, entries.locationId)))
    .leftJoin(
      maintenancePlans,
      and(eq(maintenancePlans.companyId, entries.companyId), eq(maintenancePlans.id, entries.maintenancePlanId)),
    )
    .where(where)

type Selected = Awaited<ReturnType<typeof selectEntries>>[number]
const presentEntry = ({ entry: { taskId: _, ...entry }, ...names }: Selected): VehicleEntry =>
  wire({ ...entry, ...names })

type Filters = PageRequest & { archived: boolean; kind?: LogKind | undefined }

/** One page of the log of a vehicle, the latest day first. */
export async function listEntries(
  ctx: Context,
  { companyId, id }: Whose,
  { page, perPage, archived, ...filters }: Filters,
) {
  const where = and(
    ...[eq(entries.companyId, companyId), eq(entries.vehicleId, id)],
    ...[archivedOrNot(entries, archived), matching(entries, filters), among(ctx, entries.id)],
  )
  const { limit, offset } = slice({ page, perPage })
  const rows = selectEntries(ctx, where).orderBy(desc(entries.day), desc(entries.id)).limit(limit).offset(offset)
  return pageOf({ page, perPage }, { rows, totals: totalOf(ctx.db, entries, where), present: presentEntry })
}

/** One entry as it is now. */
export async function shownEntry(ctx: Context, { id }: { id: number }): Promise<VehicleEntry> {
  const [found] = await selectEntries(ctx, eq(entries.id, id))
  if (!found) throw new Error(`The entry ${id} is gone within its own transaction`)
  return presentEntry(found)
}

/** Drivers of one vehicle at a time. */
const maxDrivers = 20

/** Returns the use of a vehicle: meters, today's drivers, last cleaning and plans. */
export async function useOf(ctx: Context, vehicle: Whose): Promise<VehicleUse> {
  const today = await todayIn(ctx, vehicle.companyId)
  const counting = and(
    ...[eq(entries.companyId, vehicle.companyId), eq(entries.vehicleId, vehicle.id), isNull(entries.archivedAt)],
  )
  const [kilometres, hours] = [
    await lastReading(ctx.db, vehicle, 'kilometres', today),
    await lastReading(ctx.db, vehicle, 'hours', today),
  ]
  const driving = await ctx.db
    .select({ id: drivers.id, name: drivers.name, since: entries.day })
    .from(entries)
    .innerJoin(drivers, eq(drivers.id, entries.driverId))
    .where(
      and(
        ...[counting, eq(entries.kind, 'driver'), lte(entries.day, today)],
        or(isNull(entries.until), gte(entries.until, today)),
      ),
    )
    .orderBy(desc(entries.day), desc(entries.id))
    .limit(maxDrivers)
  const [cleaned] = await ctx.db
    .select({ day: max(entries.day) })
    .from(entries)
    .where(and(counting, eq(entries.kind, 'cleaning')))
  const read = [kilometres?.day, hours?.day].filter(day => day !== undefined).sort()
  return {
    ...{ kilometres: kilometres?.value ?? null, hours: hours?.value ?? null, read_on: read.at(-1) ?? null },
    ...{ drivers: driving, cleaned_on: cleaned?.day ?? null, plans: await plansOf(ctx, vehicle, today) },
  }
}
