/** Who looks after places, and with them after what is a part of them. */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { invalidField } from '#shared/lib/problem.ts'
import { memberships } from '../companies/table.ts'
import type { Database } from '../lib/db/pools.ts'
import { among } from '../lib/db/searchIds.ts'
import { locations } from './table.ts'

/** Who is responsible for each of these places; for one that has nobody, whoever is for the place that it is a part of. */
export async function responsibleFor(
  db: Database,
  companyId: number,
  ids: number[],
): Promise<{ locationId: number; userId: number }[]> {
  const { rows } = await db.execute<{ id: number; user_id: number }>(sql`
    with recursive around as (
      select id, parent_id, array_remove(responsible_id || also_responsible_ids, null) as people from locations
      where company_id = ${companyId} and id = any(${sql.param([...new Set(ids)])}::int[])
      union
      select around.id, outer_place.parent_id,
        array_remove(outer_place.responsible_id || outer_place.also_responsible_ids, null)
      from locations outer_place join around on outer_place.id = around.parent_id and around.people = '{}'
      where outer_place.company_id = ${companyId}
    )
    select distinct id, unnest(people) as user_id from around`)
  return rows.map(row => ({ locationId: row.id, userId: row.user_id }))
}

/** The places for which somebody is responsible, with all that is a part of them. */
const lookedAfter = (companyId: number) => sql`(
  with recursive looked_after as (
    select id from locations where company_id = ${companyId} and (responsible_id is not null or also_responsible_ids <> '{}')
    union
    select part.id from locations part join looked_after on part.parent_id = looked_after.id
    where part.company_id = ${companyId}
  )
  select id from looked_after)`

/** So many are looked up by their ids; of more, a list that is read in its order comes upon a page soon. */
const maxLookedUp = 2_000

/** The condition that a place is looked after. */
export async function isLookedAfter(db: Database, companyId: number): Promise<SQL> {
  const places = lookedAfter(companyId)
  const { rows } = await db.execute<{ id: number }>(sql`select id from ${places} places limit ${maxLookedUp + 1}`)
  if (rows.length > maxLookedUp) return inArray(locations.id, places)
  return among(
    locations.id,
    rows.map(({ id }) => id),
  )
}

/** Throws a 422 where one of them never worked in the company. */
export async function requirePeople(db: Database, companyId: number, ids: number[] | undefined): Promise<void> {
  if (!ids?.length) return
  const found = await db
    .select({ id: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.companyId, companyId), inArray(memberships.userId, ids)))
  const known = new Set(found.map(({ id }) => id))
  const at = ids.findIndex(id => !known.has(id))
  if (at >= 0) throw invalidField(`also_responsible_ids.${at}`, 'not_found')
}
