/** Who looks after places, and with them after what is a part of them. */
import { sql } from 'drizzle-orm'
import type { Database } from '../lib/db/pools.ts'

/** Who is responsible for each of these places; for one that has nobody, whoever is for the place that it is a part of. */
export async function responsibleFor(
  db: Database,
  companyId: number,
  ids: number[],
): Promise<{ locationId: number; userId: number }[]> {
  const { rows } = await db.execute<{ id: number; responsible_id: number }>(sql`
    with recursive around as (
      select id, parent_id, responsible_id from locations
      where company_id = ${companyId} and id = any(${sql.param([...new Set(ids)])}::int[])
      union
      select around.id, outer_place.parent_id, outer_place.responsible_id
      from locations outer_place join around on outer_place.id = around.parent_id and around.responsible_id is null
      where outer_place.company_id = ${companyId}
    )
    select id, responsible_id from around where responsible_id is not null`)
  return rows.map(row => ({ locationId: row.id, userId: row.responsible_id }))
}

/** The places for which somebody is responsible, with all that is a part of them. */
export const lookedAfter = (companyId: number) => sql`(
  with recursive looked_after as (
    select id from locations where company_id = ${companyId} and responsible_id is not null
    union
    select part.id from locations part join looked_after on part.parent_id = looked_after.id
    where part.company_id = ${companyId}
  )
  select id from looked_after)`
