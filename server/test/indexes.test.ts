/** A list stays quick when its table grows only if each of its sorts and filters, and each reference, has an index. */
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { animalGroups, animals } from '#shared/animals/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import type { Endpoint } from '#shared/lib/contract.ts'
import { Paging } from '#shared/lib/paging.ts'
import { locations } from '#shared/locations/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { platform } from './people.ts'

/**
 * Filters without a column of that name: states are computed, who may fill in a form is a rule, places inside another
 * are found by their parents, and incremental reads go along changes.
 */
const computed = new Set([
  'is_fillable',
  'to_review',
  'outside',
  'is_looked_after',
  'company_id',
  'from',
  'to',
  'state',
  'id',
  'answers_of',
  'cursor',
  'updated_after',
])

/** The index of the last check; it does not begin with the company and a column of the filter's name. */
const looked = (table: string) => ({ [table]: { unchecked: `${table}_last_checked_at_idx` } })

const servedBy: Record<string, Record<string, string>> = {
  ...looked('animals'),
  ...looked('animal_groups'),
  ...looked('locations'),
  ...looked('vehicles'),
  submissions: {
    critical: 'submissions_critical_idx',
    flagged: 'findings_question_key',
    updated_after: 'submissions_updated_at_idx',
    question_id: 'submissions_words_idx',
    answer: 'submissions_words_idx',
    animal_id: 'submission_subjects_animal_idx',
    group_id: 'submission_subjects_animal_group_idx',
    location_id: 'submission_subjects_location_idx',
    vehicle_id: 'submission_subjects_vehicle_idx',
  },
  sent_tasks: {
    animal_id: 'task_subjects_animal_idx',
    group_id: 'task_subjects_animal_group_idx',
    location_id: 'task_subjects_location_idx',
    vehicle_id: 'task_subjects_vehicle_idx',
  },
}

let indexed: Map<string, string[][]>
let names: Set<string>

beforeAll(async () => {
  const { rows } = await platform(db =>
    db.execute<{ name: string; table: string; columns: string[] }>(sql`
      select i.indexrelid::regclass::text as name, c.relname as table, array(
        select a.attname::text from unnest(i.indkey) with ordinality k(number, place)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number order by k.place
      ) as columns
      from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace = 'public'::regnamespace`),
  )
  names = new Set(rows.map(({ name }) => name))
  indexed = new Map(
    [...Map.groupBy(rows, ({ table }) => table)].map(([table, found]) => [table, found.map(({ columns }) => columns)]),
  )
})

/** Tells whether an index begins with exactly these columns, in any order. */
const beginsWith = (table: string, columns: string[]) =>
  (indexed.get(table) ?? []).some(index => columns.every(column => index.slice(0, columns.length).includes(column)))

test.each<[string, Endpoint, string[]?]>([
  ['locations', locations.list],
  ['vehicles', vehicles.list],
  ['animals', animals.list],
  ['animal_groups', animalGroups.list],
  // Sorted by the name in the reader's language; a company has few forms.
  ['forms', forms.list, ['name']],
  ['submissions', submissions.list],
  ['tasks', tasks.list],
  ['sent_tasks', tasks.sent],
])('the list of %s has an index for each sort and filter', (table, { input }, except = []) => {
  const { sort, ...fields } = input.shape as Record<string, z.ZodType>
  const sorts =
    sort instanceof z.ZodOptional && sort.unwrap() instanceof z.ZodEnum ? (sort.unwrap() as z.ZodEnum).options : []
  const filters = Object.keys(fields).filter(name => !(name in Paging.shape) && !computed.has(name))
  const columns = [...new Set([...sorts.map(name => String(name).replace('-', '')), ...filters])]
  expect(columns.length).toBeGreaterThan(1)
  const served = servedBy[table] ?? {}
  const missing = columns.filter(column =>
    served[column]
      ? !names.has(served[column])
      : !except.includes(column) && !beginsWith(table, ['company_id', column]),
  )
  expect(missing).toEqual([])
})

test('every reference that can hold a row has an index, so that asking who points at it is quick', async () => {
  const { rows } = await platform(db =>
    db.execute<{ table: string; name: string; columns: string[] }>(sql`
      select c.relname as table, f.conname as name, array(
        select a.attname::text from unnest(f.conkey) k(number)
        join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.number
      ) as columns
      from pg_constraint f join pg_class c on c.oid = f.conrelid
      where f.contype = 'f' and f.connamespace = 'public'::regnamespace`),
  )
  const missing = rows
    .filter(({ table, columns }) => {
      const own = columns.filter(column => column !== 'company_id')
      return !beginsWith(table, columns) && (own.length === 0 || !beginsWith(table, own))
    })
    .map(({ name }) => name)
  expect(missing).toEqual([])
})
