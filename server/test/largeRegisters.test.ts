/**
 * Registers of a company with 50,000 animals, groups, places and events, beside another of 50,000 animals: no list and
 * no search reads a table from end to end or sorts more than a page where an index has the order, and the doors of
 * searching fetch no more rows than they need.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropIndexes, fillCompanies, settle, signIn } from '../../bench/rows/companies.ts'
import { readConfig } from '../lib/config/config.ts'
import { loginsOf, urlFor } from '../lib/db/roles.ts'
import { vast } from '../lib/db/searchIds.ts'
import { type Running, startTend } from '../start.ts'
import { walked } from './grownFarm.ts'
import { callsOf, lists } from './listCalls.ts'
import { newDatabase } from './nodes/nodes.ts'
import { askHearing, faultsOf, nodesOf, rowsRead, type Seen } from './plans.ts'

/** The company, and one of 1,000 animals beside it whose rows lie each among 50 of the other, with the same names. */
const [large, small] = [1, 2]
const tables = ['animals', 'animal_groups', 'animal_events', 'locations']

let dataDir: string
let tend: Running
let owner: Client
let app: Client
let token: string
let smallToken: string

beforeAll(async () => {
  const url = await newDatabase()
  owner = new Client({ connectionString: url })
  app = new Client({ connectionString: urlFor(url, loginsOf(url).app) })
  await Promise.all([owner.connect(), app.connect()])
  await fillCompanies(owner, { first: large, last: small, submissions: 10 })
  const restoreIndexes = await dropIndexes(owner, tables)
  await owner.query('set session_replication_role = replica')
  await owner.query(`insert into animal_groups (id, company_id, name, purpose, species) overriding system value
    select 100 + n, ${large}, 'Pen ' || n, 'enclosure', case when n % 50 = 0 then 'goat' else 'cattle' end
    from generate_series(1, 50000) n`)
  await owner.query(`insert into locations (id, company_id, name, type, parent_id) overriding system value
    select 100 + n, ${large}, 'Paddock ' || n, case when n % 50 = 0 then 'barn' else 'paddock' end,
      case when n > 200 then 100 + n % 200 end
    from generate_series(1, 50000) n`)
  await owner.query(`insert into animals
    (id, company_id, name, identifier, species, sex, breed, animal_group_id, created_at, updated_at)
    overriding system value
    select n, case when n % 51 = 0 then ${small} else ${large} end,
      (array['Bella', 'Daisy', 'Rosa'])[1 + n % 3] || ' ' || n, 'HU' || lpad(n::text, 8, '0'),
      case when n % 50 = 0 then 'goat' else 'cattle' end, 'female',
      case when n % 40 = 0 then 'angus' end, 100 + n % 200,
      now() - n * interval '1 minute', now() - n * interval '1 minute'
    from generate_series(1, 50100) n`)
  await owner.query(`insert into animal_events (company_id, animal_id, animal_group_id, type, state, day, details)
    select ${large}, case when n % 2 = 0 then 1 end, case when n % 2 = 1 then 101 end, 'observation', 'done',
      current_date - n % 3000,
      '{"type": "observation"}' from generate_series(1, 50000) n`)
  await owner.query('set session_replication_role = origin')
  await restoreIndexes()
  await settle(owner)
  token = await signIn(owner, large)
  smallToken = await signIn(owner, small)
  dataDir = await mkdtemp(join(tmpdir(), 'tend-registers-'))
  tend = await startTend(
    readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error', BACKUP_HOUR: 'off' }, { demo: false, version: '1.3.9' }),
    url,
  )
}, 180_000)

afterAll(async () => {
  await tend?.stop()
  await Promise.all([owner?.end(), app?.end()])
  if (dataDir) await rm(dataDir, { recursive: true, force: true })
})

const workFor = (company: number) =>
  app.query("select set_config('app.company_id', $1, false), set_config('app.user_id', $1, false)", [String(company)])

const orders = ['name', '-name', 'created_at', '-created_at', '-updated_at', 'status', '-status']
const calls: [path: string, maxSorted?: number][] = [
  ...['/animal', '/animal/group', '/location'].flatMap((list): [string][] => [
    ...orders.map((sort): [string] => [`${list}?sort=${sort}`]),
    [`${list}?page=401`],
    [`${list}?page=2000`],
    [`${list}?search=nobody`],
    [`${list}?unchecked=ever`],
    [`${list}?status=stop`],
    [`${list}?archived=true`],
    // Alphabets of their own.
    ...['hu', 'ar'].flatMap((lang): [string][] => [
      [`${list}?lang=${lang}`],
      [`${list}?sort=-name&lang=${lang}`],
      [`${list}?page=2000&lang=${lang}`],
    ]),
  ]),
  ['/animal?species=goat&lang=hu', 1_000],
  ['/animal?species=cattle&life_status=alive&lang=hu'],
  ['/animal?animal_group_id=107&lang=hu', 300],
  ['/animal?species=goat'],
  ['/animal?species=cattle&life_status=alive'],
  ['/animal?animal_group_id=107'],
  // No index has every filter with every order: what one filter finds is put in order.
  ['/animal?animal_group_id=107&sort=-created_at', 300],
  ['/animal?search=Bella%2012', 5_000],
  ['/animal?search=HU00000126', 100],
  ['/animal?search=qq'],
  ['/animal/group?search=Pen%20123', 200],
  ['/location?search=Paddock%20123', 200],
  ['/animal/group?species=goat'],
  ['/location?type=barn'],
  ['/location?parent_id=150'],
]

const seen: Seen = new Map()

test.each(calls)('%s is read by its indexes', async (path, maxSorted = 100) => {
  const { statements } = await askHearing(tend.app, path, token, tables)
  await workFor(large)
  expect(statements.length).toBeGreaterThan(0)
  expect(await faultsOf(app, statements, { tables, maxSorted }, seen)).toEqual([])
})

const values = {
  ...{ search: ['nobody', 'Pen 123'], parent_id: 150, outside: 150, location_id: 150, on: '2026-10-01' },
  updated_after: '2026-10-01T00:00:00.000Z',
}
const inputs: Record<string, { id: number }> = {
  'animalEvents.list': { id: 1 },
  'groupEvents.list': { id: 101 },
  'groupEvents.members': { id: 101 },
}
const here = Object.entries(walked).flatMap(([name, walk]) =>
  'of' in walk && walk.of === 'registers' ? [[name, walk] as const] : [],
)

test('every list that comes in pages is walked, or it is said why not', () => {
  expect(Object.keys(walked).sort()).toEqual([...lists.keys()].sort())
})

/** The long run walks each, and those of the large company (`largeCompany.long.test.ts`). */
const isWalked = (_: unknown, at: number) => Boolean(process.env.LONG) || at % 4 === 0

test.each(here.filter(isWalked))('%s is read by its indexes, however it is asked for', async (name, { sorted }) => {
  const endpoint = lists.get(name)
  if (!endpoint) throw new Error(`There is no list ${name}.`)
  const faults: Record<string, string[]> = {}
  for (const path of callsOf(endpoint, inputs[name] ?? {}, values)) {
    const { statements } = await askHearing(tend.app, path, token, tables)
    await workFor(large)
    const [, asked] = /\?(\w+)=/.exec(path) ?? []
    const maxSorted = sorted && (sorted.for ?? asked) === asked ? sorted.rows : 101
    const found = await faultsOf(app, statements, { tables, maxSorted, maxRead: 25_000 }, seen)
    if (found.length > 0) faults[path] = found
  }
  expect(faults).toEqual({})
})

/**
 * How many rows of a table one statement fetches, what runs in functions too; undefined where it reads it from end to
 * end.
 */
async function fetched(table: string, statement: string, company = large): Promise<number | undefined> {
  await workFor(company)
  // What was counted before and has not been handed on yet is still there.
  const counted = async () => {
    const { rows } = await app.query<{ whole: number; fetched: number }>(
      'select seq_scan::int as whole, coalesce(idx_tup_fetch, 0)::int as fetched from ' +
        'pg_stat_xact_user_tables where relname = $1',
      [table],
    )
    return rows[0] ?? { whole: 0, fetched: 0 }
  }
  await app.query('begin')
  try {
    const before = await counted()
    await app.query(statement)
    const after = await counted()
    return after.whole > before.whole ? undefined : after.fetched - before.fetched
  } finally {
    await app.query('rollback')
  }
}

test.each([
  ['animal', 'animals', 'bella 12'],
  ['animal', 'animals', 'be'],
  ['animal', 'animals', 'bolla 12'],
  ['animal_group', 'animal_groups', 'pen 12'],
  ['location', 'locations', 'paddock'],
  ['location', 'locations', 'zzzz'],
])('the palette finds an %s among 50,000 %s by "%s" and fetches few of them', async (type, table, words) => {
  const maxFetched = 5_000
  const of = `select * from search_best(array['${type}'], '${words}', 50)`
  expect(await fetched(table, of)).toBeLessThan(maxFetched)
  if (words === 'zzzz') expect(await fetched(table, of)).toBe(0)
})

test('a search of a company fetches only its own rows with the words', async () => {
  expect(await fetched('animals', "select search_ids('animal', 'bella 12', 12001)", small)).toBeLessThan(120)
  expect(await fetched('animals', "select search_ids('animal', 'HU00000510', 12001)", small)).toBeLessThan(5)
  expect(await fetched('animals', "select search_ids('animal', 'HU-000 005 10', 12001)", small)).toBeLessThan(5)
  expect(await fetched('animals', "select search_ids('animal', 'qq', 12001)")).toBe(0)
  // Another's mark is no row here, and not one is looked at.
  expect(await fetched('animals', "select search_ids('animal', 'HU00000777', 12001)", small)).toBe(0)
})

test('words of many animals are found in the company’s texts alone, and its list is walked in order', async () => {
  const few = 250
  // Blanks around the words are trimmed; two letters are the fewest that are looked up.
  for (const words of ['hu0', 'bella', 'a 4', 'la', 'HU 0'])
    expect(await fetched('animals', `select search_ids('animal', '${words}', 12001)`, small), words).toBeLessThan(few)
  const { body, statements } = await askHearing(tend.app, '/animal?search=hu0&sort=-created_at', smallToken, tables)
  expect(body.meta.total).toBe(Math.floor(50_100 / 51))
  // These stand far down in the order of names.
  const far = await askHearing(tend.app, '/animal?search=bella%204', smallToken, tables)
  expect(far.body.meta.total).toBeGreaterThan(few - 50)
  statements.push(...far.statements)
  for (const { text, values } of statements) {
    await workFor(small)
    const { rows } = await app.query({ text: `explain (analyze, costs off, timing off, format json) ${text}`, values })
    for (const node of nodesOf(rows[0]['QUERY PLAN'][0].Plan)) {
      if (node['Relation Name'] === 'animals' && node['Node Type'] !== 'Index Only Scan')
        expect(rowsRead(node), text).toBeLessThan(110)
      if (node['Node Type'].includes('Sort')) expect(node['Actual Rows'], text).toBeLessThan(110)
    }
  }
})

test('where only those that were found first are put in order, the list says so', async () => {
  const metaOf = async (search: string) =>
    (await askHearing(tend.app, `/animal?search=${search}`, token, tables)).body.meta
  expect(await metaOf('a')).not.toHaveProperty('is_first_found')
  expect(await metaOf('hu00')).not.toHaveProperty('is_first_found')
  const { readThrough } = vast
  vast.readThrough = 40_000
  try {
    expect(await metaOf('hu00')).toMatchObject({ total: 10_000, total_is_lower_bound: true, is_first_found: true })
    expect(await metaOf('bella%2012')).not.toHaveProperty('is_first_found')
  } finally {
    vast.readThrough = readThrough
  }
})

test('identifiers of imports are looked up one by one', async () => {
  const asked = "select * from search_identifiers('animal', 'identifier', array['hu00000126', 'hu00000127', 'nothing'])"
  expect(await fetched('animals', asked)).toBeLessThan(5)
})
