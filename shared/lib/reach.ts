/**
 * Where a member works: the whole company (null), or these locations with all below them, animal groups and vehicles
 * (docs/rights-by-place.md). What a record is about keeps the places at which each of its subjects was (`Places`), so
 * that one comparison says whether it lies in a reach: here, in a WHERE clause, and in row-level security.
 */

/**
 * Ids; of locations also those below, where the reach of a caller was worked out. `historiesStay` is the company's
 * choice whether records of animals that have moved away are still seen.
 */
export type Reach = {
  locations: readonly number[]
  groups: readonly number[]
  vehicles: readonly number[]
  historiesStay?: boolean
}

/** For each subject of a record the places at which it was; '' fills up. Null: it is about nothing. */
export type Places = readonly (readonly string[])[] | null

/** Names a place in a record's places. */
export const locationKey = (id: number): string => `location:${id}`
export const groupKey = (id: number): string => `group:${id}`
export const vehicleKey = (id: number): string => `vehicle:${id}`

/** All places of a reach, as records name them. */
export const placeKeys = ({ locations, groups, vehicles }: Reach): string[] => [
  ...locations.map(locationKey),
  ...groups.map(groupKey),
  ...vehicles.map(vehicleKey),
]

/**
 * What somebody sees who looks at a site, of which `locations` are all: what lies there of their own reach. Null where
 * that is nothing, as of a site that was deleted or is another company's.
 */
export function reachAtSite(reach: Reach | null, locations: readonly number[]): Reach | null {
  const own = reach && new Set(reach.locations)
  const seen = own ? locations.filter(id => own.has(id)) : locations
  return seen.length > 0 ? { locations: seen, groups: [], vehicles: [] } : null
}

/** Whether all that a record is about lies in the reach. A record about nothing lies in none but the whole company. */
export function isWithin(reach: Reach | null, places: Places): boolean {
  if (!reach) return true
  if (!places || places.length === 0) return false
  const keys = new Set(placeKeys(reach))
  return places.every(subject => subject.some(place => keys.has(place)))
}

/** Where a row of a register is: an animal at its location and in its group, a location within its parent. */
export type Placed = {
  locationId?: number | null | undefined
  animalGroupId?: number | null | undefined
  vehicleId?: number | null | undefined
}

/** The places of something that is about one subject, which is there. */
export const placesOf = ({ locationId, animalGroupId, vehicleId }: Placed): Places => [
  [
    ...(locationId ? [locationKey(locationId)] : []),
    ...(animalGroupId ? [groupKey(animalGroupId)] : []),
    ...(vehicleId ? [vehicleKey(vehicleId)] : []),
  ],
]
