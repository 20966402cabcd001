/** Entries of vehicle logs in a pass. */
import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { PassRecord } from '#shared/passes/passPage.ts'
import { locations } from '../../locations/table.ts'
import { vehicleEntries as entries, maintenancePlans } from '../../vehicle-log/table.ts'
import { vehicles } from '../../vehicles/table.ts'
import { laterChange, namedAmong, onDays, type Reading, withinPass } from '../reading.ts'
import { ofVehicle, vehicleTallies } from './places.ts'
import { registerRecords } from './registerRecords.ts'
import { changedSince, editedSince } from './since.ts'

const moments = { day: entries.day, notedAt: entries.createdAt, archivedAt: entries.archivedAt }

const entriesWithin = (reading: Reading): SQL | undefined =>
  withinPass(reading, entries, moments, changedSince(reading, entries.updatedAt))

const selectEntries = ({ db }: Reading, where: SQL | undefined) =>
  db
    .select({
      ...{ entry: entries, vehicle: { name: vehicles.name, plate: vehicles.plate } },
      ...{ place: locations.name, plan: maintenancePlans.name },
    })
    .from(entries)
    .innerJoin(vehicles, and(eq(vehicles.companyId, entries.companyId), eq(vehicles.id, entries.vehicleId)))
    .leftJoin(locations, and(eq(locations.companyId, entries.companyId), eq(locations.id, entries.locationId)))
    .leftJoin(
      maintenancePlans,
      and(eq(maintenancePlans.companyId, entries.companyId), eq(maintenancePlans.id, entries.maintenancePlanId)),
    )
    .where(where)
    .$dynamic()
type Row = Awaited<ReturnType<typeof selectEntries>>[number]

const presentListed = ({ people, t }: Reading, { entry, vehicle }: Row): PassRecord => ({
  ...{ kind: 'vehicle_entry', id: entry.id, title: t(`vehicleLog.kinds.${entry.kind}`), at: entry.day },
  person: entry.userId === null ? '' : people.nameOf(entry.userId),
  subjects: [[vehicle.name, vehicle.plate].filter(Boolean).join(' · ')],
  ...{ state: null, tone: null },
})

function factsOf(reading: Reading, { entry, place, plan }: Row) {
  const { t, formats, people } = reading
  const day = (value: string | null) => value && formats.day(value, { dateStyle: 'medium' })
  const facts: [string, string | number | null][] = [
    ['day', day(entry.day)],
    ['until', day(entry.until)],
    ['driver', entry.driverId === null ? null : people.nameOf(entry.driverId)],
    ['work', entry.work && t(`vehicleLog.works.${entry.work}`)],
    ['product', entry.product],
    ['plan', plan],
    ['reason', entry.reason],
    ['place', place ?? entry.place],
    ['kilometres', entry.kilometres],
    ['hours', entry.hours],
    ['note', entry.note],
    ['writtenBy', entry.userId === null ? null : people.nameOf(entry.userId)],
    ['serverTime', formats.dateTime(entry.createdAt)],
    ['changedLater', laterChange(reading, entry)],
  ]
  return facts.flatMap(([key, value]) =>
    value === null || value === ''
      ? []
      : { label: t(`passes.facts.${key}`), value: typeof value === 'number' ? formats.number(value) : value },
  )
}

export const vehicleEntryRecords = registerRecords<Row>({
  kind: 'vehicle_entry',
  table: entries,
  moments,
  markSince: editedSince(entries.updatedAt),
  placed: ofVehicle(entries),
  tallies: reading => vehicleTallies(reading.db, entries, entriesWithin(reading)),
  within: entriesWithin,
  matching: async (reading, { search, from, to }) =>
    and(
      onDays(entries.day, from, to),
      await namedAmong(reading, search, [
        [vehicles, entries.vehicleId],
        [locations, entries.locationId],
      ]),
    ),
  select: selectEntries,
  order: [desc(entries.day), desc(entries.id)],
  present: presentListed,
  facts: factsOf,
})
