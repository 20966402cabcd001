/** Which members see what, where their reach is part of the company (docs/rights-by-place.md). */
import { and, isNull, type SQL, sql } from 'drizzle-orm'
import type { ReachInput } from '#shared/companies/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { requirePlaces } from './ports.ts'
import { memberships } from './table.ts'

/** Tables that a reach narrows, by the subject of their rules. */
export const narrowedTables: Readonly<Record<string, string>> = {
  Animal: 'animals',
  AnimalGroup: 'animal_groups',
  Finding: 'findings',
  Location: 'locations',
  Paper: 'papers',
  SentTask: 'sent_tasks',
  Submission: 'submissions',
  Task: 'tasks',
  Vehicle: 'vehicles',
}

type Asked = { companyId: number; subject: string; people: number[] }

/**
 * Asks the policies themselves which of the rows these people see, all of whose reach is part of the company. A row
 * that has no id yet is seen by none of them. Rows of tables that no reach narrows are seen by all.
 */
export async function seenBy(
  db: Database,
  { companyId, subject, people }: Asked,
  rows: object[],
): Promise<(person: number, row: object) => boolean> {
  const table = narrowedTables[subject]
  if (!table) return () => true
  const ids = rows.flatMap(row => ('id' in row && typeof row.id === 'number' ? [row.id] : []))
  if (people.length === 0 || ids.length === 0) return () => false
  const { rows: pairs } = await db.execute<{ person: number; id: number }>(
    sql`select person, id from seen_by(${table}, ${sql.param(ids)}::int[], ${companyId}::int,
      ${sql.param(people)}::int[])`,
  )
  const seen = new Set(pairs.map(({ person, id }) => `${person} ${id}`))
  return (person, row) => 'id' in row && seen.has(`${person} ${row.id}`)
}

type ReachRow = { reachLocations: number[] | null; reachGroups: number[] | null; reachVehicles: number[] | null }

/** The reach of a membership or invitation in wire form. */
export const presentReach = ({ reachLocations, reachGroups, reachVehicles }: ReachRow): ReachInput | null =>
  reachLocations && {
    location_ids: reachLocations,
    animal_group_ids: reachGroups ?? [],
    vehicle_ids: reachVehicles ?? [],
  }

/** The columns of a reach. */
export const reachColumnsOf = (reach: ReachInput | null): ReachRow => ({
  reachLocations: reach && [...new Set(reach.location_ids)],
  reachGroups: reach && [...new Set(reach.animal_group_ids)],
  reachVehicles: reach && [...new Set(reach.vehicle_ids)],
})

/** Whether a reach lies within that of the actor, who gives nobody more than they have. */
export function isWithinOwn({ actor }: Pick<Context, 'actor'>, reach: ReachInput | null): boolean {
  if (!actor.reach) return true
  if (!reach) return false
  const { locations, groups, vehicles } = actor.reach
  const contained = (ids: number[], own: readonly number[]) => ids.every(id => own.includes(id))
  return (
    contained(reach.location_ids, locations) &&
    contained(reach.animal_group_ids, groups) &&
    contained(reach.vehicle_ids, vehicles)
  )
}

/** The same as a condition: members who work in no more than the actor, whom alone a manager of a part changes. */
export function worksWithinOwn({ actor }: Pick<Context, 'actor'>): SQL | undefined {
  if (!actor.reach) return undefined
  const { locations, groups, vehicles } = actor.reach
  return and(
    sql`${memberships.reachLocations} <@ ${sql.param([...locations])}::int[]`,
    sql`${memberships.reachGroups} <@ ${sql.param([...groups])}::int[]`,
    sql`${memberships.reachVehicles} <@ ${sql.param([...vehicles])}::int[]`,
  )
}

/** The own reach, as it is given to those whom one brings in. */
export const ownReach = ({ actor }: Pick<Context, 'actor'>): ReachInput | null =>
  actor.reach && {
    location_ids: [...actor.reach.locations],
    animal_group_ids: [...actor.reach.groups],
    vehicle_ids: [...actor.reach.vehicles],
  }

/** Throws `role_above_own` for places outside of the own reach, and a 422 for those that the company does not have. */
export async function requireMayReach(ctx: Context, companyId: number, reach: ReachInput | null): Promise<void> {
  if (!isWithinOwn(ctx, reach)) throw new Problem('role_above_own')
  if (reach) await requirePlaces.query(ctx.db, { companyId, reach })
}

/**
 * The members who work in the whole company (`company`), or in parts of it to which a place belongs (`location:12`): by
 * itself, or with a location above it. Throws a 422 for a place that the reader does not see.
 */
export async function worksAt(db: Database, companyId: number, place: string): Promise<SQL> {
  if (place === 'company') return isNull(memberships.reachLocations)
  const [type, id] = [place.split(':')[0], Number(place.split(':')[1])]
  const idOf = (asked: string) => (type === asked ? id : null)
  const [location, group, vehicle] = [idOf('location'), idOf('animal_group'), idOf('vehicle')]
  const listed = (one: number | null) => (one === null ? [] : [one])
  const reach = { location_ids: listed(location), animal_group_ids: listed(group), vehicle_ids: listed(vehicle) }
  await requirePlaces.query(db, { companyId, reach })
  return sql`${memberships.reachLocations} is not null and (
    ${memberships.reachGroups} @> array[${group}::int] or ${memberships.reachVehicles} @> array[${vehicle}::int]
    or ${memberships.reachLocations} && (select locations_above(${companyId}, ${location}::int, ${group}::int)))`
}
