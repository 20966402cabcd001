/**
 * Where the records of a pass are: how many there are at each place of its reach, and which of them are at one.
 * Only places that the narrowed connection shows are named, so none outside the reach is in a count or a filter.
 */
import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { groupKey, locationKey, vehicleKey } from '#shared/lib/reach.ts'
import type { PassPage } from '#shared/passes/passPage.ts'
import { maxPlaces, maxPopulation, nowhere, type PassKind } from '#shared/passes/rules.ts'
import { animalGroups } from '../../animals/table.ts'
import { locations } from '../../locations/table.ts'
import { vehicles } from '../../vehicles/table.ts'
import type { Reading, Tally } from '../reading.ts'

/** Which rows are about one of some places, and which about none. */
export type Placed = { at(keys: string[]): SQL; nowhere: SQL }

type Stamped = PgTable & Record<'id' | 'formId' | 'places', AnyPgColumn>

/** Rows that are stamped with their places. */
export const stamped = ({ places }: Pick<Stamped, 'places'>): Placed => ({
  at: keys => sql`${places} && ${sql.param(keys)}::text[]`,
  nowhere: sql`not exists (select from unnest(${places}) place where place <> '')`,
})

/** The tallies of such rows. Places repeat, so that few groups of many rows are sent. */
export async function stampedTallies(db: Reading['db'], table: Stamped, where: SQL | undefined): Promise<Tally[]> {
  const found = db
    .select({ formId: table.formId, places: table.places })
    .from(table as PgTable)
    .where(where)
    .limit(maxPopulation + 1)
    .as('found')
  const rows = await db
    .select({ formId: found.formId, places: found.places, count: count() })
    .from(found)
    .groupBy(found.formId, found.places)
  return rows.map(row => ({
    formId: row.formId as number | null,
    places: keysOf(((row.places ?? []) as unknown[]).flat()),
    count: row.count,
  }))
}

type OfVehicle = PgTable & { vehicleId: AnyPgColumn }

/** Rows of one vehicle, or of none. */
export const ofVehicle = ({ vehicleId }: OfVehicle): Placed => ({
  at: keys => sql`'vehicle:' || ${vehicleId} = any(${sql.param(keys)}::text[])`,
  nowhere: sql`${vehicleId} is null`,
})

/** The tallies of such rows. */
export async function vehicleTallies(db: Reading['db'], table: OfVehicle, where: SQL | undefined): Promise<Tally[]> {
  const found = db
    .select({ vehicleId: table.vehicleId })
    .from(table as PgTable)
    .where(where)
    .limit(maxPopulation + 1)
    .as('found')
  const rows = await db.select({ id: found.vehicleId, count: count() }).from(found).groupBy(found.vehicleId)
  return rows.map(({ id, count: some }) => ({
    formId: null,
    places: id === null ? [] : [vehicleKey(id as number)],
    count: some,
  }))
}

/** The places among some keys, each once. */
export const keysOf = (keys: unknown[]): string[] => [
  ...new Set(keys.filter((key): key is string => typeof key === 'string' && key !== '')),
]

/** The number of records of a kind, one more than `maxPopulation` where there are more. */
export const totalIn = (tallies: Tally[]): number =>
  Math.min(
    tallies.reduce((sum, { count: some }) => sum + some, 0),
    maxPopulation + 1,
  )

type Place = PassPage['population'][number]
type Named = Pick<Place, 'place' | 'type' | 'name' | 'depth'>

/**
 * How many records there are at each place, in the order of names as the pass shows them. A record is counted at each
 * place that it is about, once at a location of which it is about several parts.
 */
export async function populationOf(
  reading: Reading,
  kinds: { kind: PassKind; tallies: Tally[] }[],
): Promise<Pick<PassPage, 'population' | 'more_places'>> {
  const keys = new Set(kinds.flatMap(({ tallies }) => tallies.flatMap(({ places }) => places)))
  const { parents, named } = await placesNamed(reading, keys)
  const counts = new Map<string, Map<PassKind, number>>()
  for (const { kind, tallies } of kinds)
    for (const { places, count: some } of tallies)
      for (const key of places.length > 0 ? withParents(places, parents) : [nowhere]) {
        const byKind = counts.get(key) ?? new Map<PassKind, number>()
        counts.set(key, byKind.set(kind, (byKind.get(kind) ?? 0) + some))
      }
  const all = [...named, { place: nowhere, type: null, name: '', depth: 0 }].flatMap((place): Place[] => {
    const byKind = counts.get(place.place)
    return byKind ? [{ ...place, counts: [...byKind].map(([kind, some]) => ({ kind, count: some })) }] : []
  })
  const population = shallowest(all)
  return { population, more_places: all.length - population.length }
}

/** Without the deepest locations, as long as there are too many. */
function shallowest(places: Place[]): Place[] {
  let left = places
  for (let depth = Math.max(0, ...places.map(place => place.depth)); depth > 0 && left.length > maxPlaces; depth--)
    left = left.filter(place => place.depth < depth)
  return left.slice(0, maxPlaces)
}

function withParents(keys: string[], parents: Map<string, string | null>): Set<string> {
  const found = new Set<string>()
  for (let key of keys)
    while (!found.has(key)) {
      found.add(key)
      const parent = parents.get(key)
      if (!parent) break
      key = parent
    }
  return found
}

/** The places with these keys that the pass reaches, locations below each other, and the parents of locations. */
async function placesNamed({ db, companyId, people }: Reading, keys: Set<string>) {
  const idsOf = (type: string) =>
    [...keys].filter(key => key.startsWith(`${type}:`)).map(key => Number(key.slice(type.length + 1)))
  const all = await db
    .select({ id: locations.id, parentId: locations.parentId, name: locations.name })
    .from(locations)
    .where(eq(locations.companyId, companyId))
  const shown = new Set(all.map(({ id }) => id))
  const parents = new Map(
    all.map(({ id, parentId }) => [
      locationKey(id),
      parentId !== null && shown.has(parentId) ? locationKey(parentId) : null,
    ]),
  )
  const below = Map.groupBy(all, ({ parentId }) => (parentId !== null && shown.has(parentId) ? parentId : null))
  // By the names as they are shown: the order of the others would tell of them.
  const byName = <Row extends { name: string }>(rows: Row[]) =>
    rows
      .map(row => ({ row, shown: people.clean(row.name) }))
      .sort((one, other) => one.shown.localeCompare(other.shown, undefined, { numeric: true }))
      .map(({ row }) => row)
  const tree = (parent: number | null, depth: number): Named[] =>
    byName(below.get(parent) ?? []).flatMap(({ id, name }) => [
      { place: locationKey(id), type: 'location' as const, name, depth },
      ...tree(id, depth + 1),
    ])
  const groups = await rowsNamed({ db, companyId }, animalGroups, idsOf('group'))
  const cars = await rowsNamed({ db, companyId }, vehicles, idsOf('vehicle'))
  return {
    parents,
    named: [
      ...tree(null, 0),
      ...byName(groups).map(({ id, name }) => named(groupKey(id), 'animal_group', name)),
      ...byName(cars).map(({ id, name }) => named(vehicleKey(id), 'vehicle', name)),
    ],
  }
}

const named = (place: string, type: Place['type'], name: string): Named => ({ place, type, name, depth: 0 })

async function rowsNamed(
  { db, companyId }: Pick<Reading, 'db' | 'companyId'>,
  table: typeof animalGroups | typeof vehicles,
  ids: number[],
): Promise<{ id: number; name: string }[]> {
  if (ids.length === 0) return []
  return db
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(and(eq(table.companyId, companyId), inArray(table.id, ids)))
}

/** The condition of a filter by a place: nothing is at one that the pass does not reach. */
export async function atPlace(
  reading: Reading,
  place: string | null | undefined,
  placed: Placed,
): Promise<SQL | undefined> {
  if (!place) return undefined
  if (place === nowhere) return placed.nowhere
  const [type = '', number = ''] = place.split(':')
  const table = tables[type as keyof typeof tables]
  const id = Number(number)
  const { db, companyId } = reading
  const [found] = await db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(and(eq(table.companyId, companyId), eq(table.id, id)))
  if (!found) return sql`false`
  if (type !== 'location') return placed.at([place])
  const { rows } = await db.execute<{ ids: number[] }>(sql`select locations_below(${companyId}, ${`{${id}}`}) as ids`)
  return placed.at((rows[0]?.ids ?? []).map(locationKey))
}

const tables = { location: locations, group: animalGroups, vehicle: vehicles }
