/** How many animals stand where, as their histories say it. */
import { sql } from 'drizzle-orm'
import type { Database } from '../lib/db/pools.ts'

/**
 * The animals on each place, by its id; what is a part of a place is counted there. An animal stands where its group does, unless it was moved
 * by itself after the group was and after it joined; what departed or died stands nowhere until it arrives again.
 */
export async function headsByPlace(db: Database, companyId: number, today: string): Promise<Map<number, number>> {
  const counting = sql`company_id = ${companyId} and state = 'done' and archived_at is null and day <= ${today}`
  const lastOf = (owner: 'animal_id' | 'animal_group_id', ...types: string[]) => sql`
    select distinct on (${sql.identifier(owner)}) ${sql.identifier(owner)} as whose, type, location_id, (day, id) as at
    from animal_events
    where ${counting} and ${sql.identifier(owner)} is not null and type = any(${sql.param(types)})
    order by ${sql.identifier(owner)}, day desc, id desc`
  const { rows } = await db.execute<{ place: number; heads: number }>(sql`
    with moved as (${lastOf('animal_id', 'move')}), joined as (${lastOf('animal_id', 'join_group')}),
      group_moved as (${lastOf('animal_group_id', 'move')}),
      passed as (${lastOf('animal_id', 'arrival', 'departure', 'death')}),
      standing as (
        select case when moved.at is null or moved.at < group_moved.at or moved.at < joined.at
            then animal_groups.location_id else moved.location_id end as place
        from animals
        left join animal_groups
          on animal_groups.company_id = animals.company_id and animal_groups.id = animals.animal_group_id
        left join moved on moved.whose = animals.id
        left join joined on joined.whose = animals.id
        left join group_moved on group_moved.whose = animals.animal_group_id
        left join passed on passed.whose = animals.id
        where animals.company_id = ${companyId} and animals.archived_at is null
          and (passed.type is null or passed.type = 'arrival'))
    select place, count(*)::int as heads from standing where place is not null group by place`)
  return new Map(rows.map(({ place, heads }) => [place, heads]))
}
