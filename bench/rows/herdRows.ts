/**
 * Herds straight by SQL: one company with 10,000 animals, and beside it one with as many as are wanted, whose rows lie
 * mixed with it. Of each animal five events; the histories are right as they stand, and so are the marks that a trigger
 * would keep.
 */
import type { Client } from 'pg'
import { dropIndexes, fillCompanies, settle } from './companies.ts'

/** The number of each company and of its manager. */
export const [own, largest] = [5, 6]
export const ownAnimals = 10_000
const pens = 3000

/** Fills a migrated, empty database. */
export async function fillHerds(client: Client, animals: number): Promise<void> {
  await fillCompanies(client, { first: 1, last: largest, submissions: 1000 })
  // Half of the time goes into the indexes.
  await client.query("set maintenance_work_mem = '1GB'")
  const restoreIndexes = await dropIndexes(client, [
    'animals',
    'animal_identifiers',
    'animal_events',
    'submission_subjects',
  ])
  await client.query('set session_replication_role = replica')
  await client.query(`insert into animal_groups (id, company_id, name, purpose, species) overriding system value
    select ${pens} + company * 200 + n, company, 'Pen ' || n, 'enclosure', 'cattle'
    from unnest(array[${own}, ${largest}]) company, generate_series(0, 199) n`)
  const total = ownAnimals + animals
  await client.query(
    `insert into animals (company_id, name, identifier, species, sex, animal_group_id, life_status, created_at, updated_at)
    select company, (array['Bella', 'Daisy', 'Rosa', 'Flora', 'Ágnes', 'Zora'])[1 + n % 6] || ' ' || n, 'HU' || lpad(n::text, 8, '0'),
      case when n % 50 = 0 then 'goat' when n % 3 = 0 then 'sheep' else 'cattle' end, case when n % 2 = 0 then 'female' else 'male' end,
      ${pens} + company * 200 + n % 200, case when n % 20 = 0 then 'off_farm' else 'alive' end,
      now() - n * interval '1 minute', now() - n * interval '1 minute'
    from generate_series(1, $1::int) k, lateral (select $1::int / ${ownAnimals} every) beside,
    lateral (select case when k % every = 0 then ${own} else ${largest} end company, case when k % every = 0 then k / every else k end n) whose`,
    [total],
  )
  await client.query(`insert into animal_identifiers (company_id, animal_id, scheme, value)
    select company_id, id, identifier_scheme, identifier from animals where company_id in (${own}, ${largest})`)
  await client.query(`insert into animal_events (company_id, animal_id, type, state, day, details, note, joined_group_id)
    select company_id, id, type, 'done', current_date - n * 60, jsonb_build_object('type', type), 'Seen in the pen',
      case when type = 'join_group' then animal_group_id end
    from generate_series(1, 5) n, animals,
    lateral (select (array['observation', 'observation', 'join_group', 'observation', 'birth'])[n] type) what
    where company_id in (${own}, ${largest})`)
  await client.query(
    `update submission_subjects s set location_id = null, animal_id = first + (s.submission_id * 13 % 2000) * ($1::int / ${ownAnimals})
    from (select company_id, min(id) first from animals group by company_id) herd
    where herd.company_id = s.company_id and submission_id % 4 < 2`,
    [total],
  )
  await client.query('set session_replication_role = origin')
  await restoreIndexes()
  await settle(client)
}

/** Whether it is all there: the statistics come last. */
export const hasHerds = async (client: Client): Promise<boolean> =>
  (await client.query("select from pg_class where relname = 'animal_events' and reltuples > 0")).rowCount === 1

/** The id of an animal of a company of which there is something to tell. */
export async function someAnimal(client: Client, company: number): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    'select animal_id as id from submission_subjects where company_id = $1 and animal_id is not null order by id limit 1',
    [company],
  )
  return rows[0]?.id ?? 0
}
