/**
 * The lists of a company with 50,000 submissions, 50,000 animals and 100,000 occurrences of 4,000 tasks, as PostgreSQL
 * works them out: what a call sends is heard on its way to the database, and asked for its plan on the connection that
 * serves companies. No table of that size is read from end to end, and nothing is sorted but what an index cannot have
 * in order.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageMeta } from '#shared/lib/paging.ts'
import { fillLargeCompany, largeCompany, signInThere } from '../../bench/rows/largeCompanyRows.ts'
import { readConfig } from '../lib/config/config.ts'
import { loginsOf, urlFor } from '../lib/db/roles.ts'
import { type Running, startTend } from '../start.ts'
import { growFarm, isWalkedHere, walked } from './grownFarm.ts'
import { callsOf, lists } from './listCalls.ts'
import { newDatabase } from './nodes/nodes.ts'
import { askHearing, faultsOf, nodesOf, type Seen } from './plans.ts'

const big = [
  ...['findings', 'submissions', 'submission_subjects', 'animals', 'animal_events'],
  ...['tasks', 'task_assignees', 'sent_tasks'],
]
/** As many rows as a page has at most. */
const page = 100
/** Lists count to 10,001; what comes upon half a company's rows reads all of them elsewhere. */
const maxRead = 25_000

let dataDir: string
let large: Running
let owner: Client
let app: Client
let platform: Client
/** One of those that submissions are about. */
let animal: number
let tokens: Awaited<ReturnType<typeof signInThere>>
/** Beside it a farm that has much of all else. */
let farm: Awaited<ReturnType<typeof growFarm>>

beforeAll(async () => {
  const url = await newDatabase()
  owner = new Client({ connectionString: url })
  app = new Client({ connectionString: urlFor(url, loginsOf(url).app) })
  platform = new Client({ connectionString: urlFor(url, loginsOf(url).system) })
  await Promise.all([owner.connect(), app.connect(), platform.connect()])
  await fillLargeCompany(owner, { settled: false })
  tokens = await signInThere(owner)
  const about = 'select min(animal_id) as id from submission_subjects where company_id = $1'
  animal = (await owner.query<{ id: number }>(about, [largeCompany])).rows[0]?.id ?? 0
  dataDir = await mkdtemp(join(tmpdir(), 'tend-large-'))
  large = await startTend(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }, { demo: false, version: '1.3.9' }), url)
  // Three tasks are about one animal, and half of them about the place.
  await owner.query(
    `insert into task_subjects (company_id, task_id, animal_id, location_id)
    select $1, id, case when id % 1300 = 0 then $2::int end, case when id % 1300 > 0 then 21 end
    from tasks where company_id = $1 and (id % 1300 = 0 or id % 2 = 0)`,
    [largeCompany, animal],
  )
  farm = await growFarm(large, owner, url)
  await workAs(thoseOf())
}, 300_000)

afterAll(async () => {
  await large?.stop()
  await Promise.all([owner?.end(), app?.end(), platform?.end()])
  if (dataDir) await rm(dataDir, { recursive: true, force: true })
})

const company = `/company/${largeCompany}/tasks`

/** What the screens ask for. Where rows are found by words, what was found has to be put in order. */
type Options = { who?: 'worker'; maxSorted?: number }

const calls: [path: string, options?: Options][] = [
  [company],
  [`${company}?page=300`],
  ...['open', 'overdue', 'coming', 'done', 'skipped', 'missed'].map((state): [string] => [`${company}?state=${state}`]),
  [`${company}?sort=-completed_at`],
  [`${company}?state=done&sort=-completed_at`],
  [`${company}?user_id=2010`],
  [`${company}?search=trough%2037`, { maxSorted: 5000 }],
  [`${company}?search=Worker%2012`, { maxSorted: 5000 }],
  [`${company}?search=nobody`],
  [`${company}?search=trough`],
  ['/task/sent', { who: 'worker' }],
  ['/task/sent?state=open&sort=due_at', { who: 'worker' }],
  ['/task/sent?state=done&sort=-completed_at', { who: 'worker' }],
  ['/task/sent?search=trough%2037', { who: 'worker', maxSorted: 5000 }],
  ['/task'],
  ['/task?sort=title'],
  ['/task?search=trough%2037', { maxSorted: 200 }],
  ['/form/submission'],
  ['/form/submission?page=300'],
  ['/form/submission?page=1890'],
  ['/form/submission?status=complete&sort=-completed_at&per_page=100'],
  ['/form/submission?sort=score_percent'],
  ['/form/submission?sort=-updated_at'],
  ['/form/submission?form_id=2005'],
  ['/form/submission?user_id=2010'],
  ['/form/submission?form_id=2005&band=act&from=2026-01-01'],
  ['/form/submission?user_id=2010&critical=true&review_state=approved'],
  ['/form/submission?location_id=21&band=good&critical=false'],
  ['/form/submission?form_id=2005&question_id=question_1&answer=yes&status=complete'],
  ['/form/submission?form_id=2005&question_id=question_1&answer=never&status=complete'],
  // About an animal that was hardly ever looked at, and about the place of all others.
  ['/form/submission/45000/previous'],
  ['/form/submission/45001/previous'],
  ['/form/submission?question_id=question_1&answer=never&band=act&from=2026-01-01'],
  ['/form/submission?flagged=true&form_id=2005', { maxSorted: 5000 }],
  ['/form/submission?flagged=false&user_id=2010&band=act'],
  ['/form/submission?form_id=2005&answers_of=question_1,question_2'],
  ['/form/submission', { who: 'worker' }],
  ['/form/submission?search=number%207', { maxSorted: 3000 }],
  ['/form/submission?search=Worker%2012', { maxSorted: 3000 }],
  ['/form/submission?search=nobody'],
  // What is open is put together by person, and with what was found.
  ['/today', { maxSorted: 1000 }],
  ['/finding'],
  ['/animal'],
  ['/animal?page=300'],
  ['/animal?sort=-name'],
  ['/animal?sort=status'],
  ['/animal?sort=-status'],
  ['/animal?sort=-updated_at'],
  ['/animal?status=stop'],
  ['/animal?species=cattle'],
  ['/animal?species=goat'],
  // An index that is narrower than the order: what it finds is put in order.
  ['/animal?animal_group_id=3007', { maxSorted: 250 }],
  ['/animal?life_status=dead'],
  ['/animal?unchecked=ever'],
  ['/animal?unchecked=month&animal_group_id=3007', { maxSorted: 250 }],
  ['/animal?page=300&sort=-created_at'],
  // Of each kind a page and one more.
  ['/animal/{animal}/timeline', { maxSorted: 200 }],
  ['/register/names?type=animal'],
  ['/animal?search=HU00012345'],
  ['/animal?search=agnes%2012', { maxSorted: 2000 }],
  ['/animal?search=bella'],
  ['/animal?search=12'],
  ['/animal?search=nobody'],
]

const seen: Seen = new Map()

test.each(calls)('%s is read by its indexes', async (path, { who, maxSorted = page }: Options = {}) => {
  const { statements } = await ask(path.replace('{animal}', String(animal)), who)
  expect(statements.length).toBeGreaterThan(1)
  expect(await faultsOf(app, statements, { tables: big, maxSorted }, seen)).toEqual([])
})

test('every list that comes in pages is walked, or it is said why not', () => {
  expect(Object.keys(walked).sort()).toEqual([...lists.keys()].sort())
})

const walks = Object.entries(walked).flatMap(([name, walk]) =>
  'because' in walk || walk.of === 'registers' ? [] : [[name, walk] as const],
)

test.each(walks.filter(isWalkedHere))('%s is read by its indexes, however it is asked for', async (name, walk) => {
  const endpoint = lists.get(name)
  if (!endpoint) throw new Error(`There is no list ${name}.`)
  const of = walk.of === 'company' ? thoseOf(walk.who) : farm.people[walk.who === 'listener' ? 'listener' : 'boss']
  await workAs(of)
  const [input, values] =
    walk.of === 'company'
      ? [{ id: largeCompany }, { ...farm.values, form_id: 2005, user_id: 2010, location_id: 21, animal_id: animal }]
      : [farm.inputOf(name), farm.values]
  const { sorted } = walk
  const faults: Record<string, string[]> = {}
  const seen: Seen = new Map()
  for (const path of callsOf(endpoint, input, { ...values, ...walk.values }, walk.without)) {
    const { statements } = await askHearing(large.app, path, of.token, farm.big)
    const [, asked] = /\?(\w+)=/.exec(path) ?? []
    const maxSorted = sorted && (sorted.for ?? asked) === asked ? sorted.rows : page + 1
    const limits = { tables: farm.big, maxSorted, maxRead: walk.read?.rows ?? maxRead, outside: platform }
    const found = await faultsOf(app, statements, limits, seen)
    if (found.length > 0) faults[path] = found
  }
  await workAs(thoseOf())
  expect(faults).toEqual({})
})

const thoseOf = (who?: string) =>
  who === 'worker'
    ? { company: largeCompany, token: tokens.worker, user: 2010 }
    : { company: largeCompany, token: tokens.manager, user: largeCompany }

const workAs = ({ company, user }: { company: number; user: number }) =>
  app.query("select set_config('app.company_id', $1, false), set_config('app.user_id', $2, false)", [
    String(company),
    String(user),
  ])

test.each([
  ['submission', `answer_query(${largeCompany}, 'mended trough')`],
  ['answer', `chosen_query(${largeCompany}, 'question_1=no')`],
])('the door of searching looks an %s up by its words', async (_, query) => {
  const { rows } = await owner.query(
    `explain (format json) select id from submissions t where words @@ ${query} and t.company_id = ` +
      `${largeCompany} limit 10001`,
  )
  expect(nodesOf(rows[0]['QUERY PLAN'][0].Plan).map(node => node['Index Name'])).toContain('submissions_words_idx')
})

test.each(['animal', 'task'])('the door of searching looks the letters of an %s up', async type => {
  const { rows } = await owner.query("select prosrc from pg_proc where proname = 'search_ids' and pronargs = 3")
  const found = new RegExp(`when '${type}' then '([^']+)'`).exec(rows[0].prosrc)?.[1] ?? ''
  const text = found.replace('$1', "search_pattern('Bella 12')")
  const plan = await owner.query(`explain (format json) ${text} and t.company_id = ${largeCompany} limit 2001`)
  const indexes = nodesOf(plan.rows[0]['QUERY PLAN'][0].Plan).map(node => node['Index Name'])
  expect(indexes).toContain(`${type}s_search_idx`)
})

test('totals are exact up to ten thousand, say when there are more, and pages go to the end', async () => {
  const metaOf = async (path: string) => (await ask(path)).body.meta as PageMeta
  expect(await metaOf('/animal')).toMatchObject({ total: 10_000, total_is_lower_bound: true, last_page: 401 })
  expect(await metaOf('/animal?page=401')).toMatchObject({ total: 10_025, total_is_lower_bound: true, last_page: 402 })
  const last = await metaOf('/animal?page=500&per_page=100')
  expect(last).toMatchObject({ from: 49_901, to: 50_000, total: 50_000 })
  expect(await metaOf('/animal?status=stop')).toEqual({
    ...{ current_page: 1, per_page: 25, from: 1, to: 25 },
    ...{ total: Math.floor(50_000 / 97), last_page: Math.ceil(Math.floor(50_000 / 97) / 25) },
  })
  // What far pages skip by their ids alone is what comes before them.
  const those = `company_id = ${largeCompany} and (status = 'complete' or user_id = ${largeCompany})`
  const { rows: all } = await owner.query(
    `select id from submissions where ${those} order by completed_at desc, id desc`,
  )
  const isMore = { total_is_lower_bound: true }
  for (const [path, from, told] of [
    ['/form/submission?page=1', 0, { total: 10_000, last_page: 401, ...isMore }],
    ['/form/submission?page=300&per_page=100', 29_900, { total: 30_000, last_page: 301, ...isMore }],
    ['/form/submission?page=476&per_page=100', 47_500, { total: all.length, last_page: 476, to: all.length }],
    ['/form/submission?page=100000', all.length, { total: 10_000, from: null, ...isMore }],
  ] as const) {
    const { data, meta } = (await ask(path)).body as { data: { id: number }[]; meta: PageMeta }
    expect(meta, path).toMatchObject(told)
    expect(
      data.map(({ id }) => id),
      path,
    ).toEqual(all.slice(from, from + meta.per_page).map(({ id }) => id))
  }
  const { rows: far } = await owner.query(
    'select id from animals where company_id = $1 order by name desc, id desc offset 29900 limit 100',
    [largeCompany],
  )
  const page300 = (await ask('/animal?sort=-name&page=300&per_page=100')).body.data as { id: number }[]
  expect(page300.map(({ id }) => id)).toEqual(far.map(({ id }) => id))
  // Whichever way a search takes, it finds the same as looking at every row.
  for (const [path, table, condition] of [
    ['/animal?search=agnes%2012', 'animals', `name ilike 'Ágnes 12%'`],
    ['/animal?search=bella', 'animals', `name ilike '%bella%'`],
    ['/task?search=trough%2037', 'tasks', `title ilike '%trough 37%'`],
    ['/form/submission?search=Worker%2012', 'submissions', `user_id = 2012`],
    [`${company}?search=Worker%2012`, 'sent_tasks', `user_id = 2012`],
  ] as const) {
    const { rows } = await owner.query(
      `select count(*)::int as total from ${table} where company_id = ${largeCompany} and ${condition}`,
    )
    expect((await metaOf(path)).total, path).toBe(rows[0].total)
  }
})

/** The answer of a call, and the queries of rows that it sent on the way. */
const ask = (path: string, who: 'manager' | 'worker' = 'manager') => askHearing(large.app, path, tokens[who], big)
