/** The count that the database keeps is that of the rows, for every reader at every moment, however they are written. */
import { eq, sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { RoleRule } from '#shared/roles/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { fillCompanies } from '../../bench/rows/companies.ts'
import { loginsOf, urlFor } from '../lib/db/roles.ts'
import { newDatabase } from '../lib/nodes/testNodes.ts'
import { chanceOf } from '../test/chance.ts'
import { publishedForm } from '../test/forms.ts'
import { company, type Person, platform } from '../test/people.ts'
import { auditor, memberWith } from '../test/roles.ts'
import { begin, complete } from '../test/submissions.ts'
import { submissions as table } from './table.ts'

let url: string
const open: Client[] = []

const reads = (conditions: RoleRule['conditions']): RoleRule => ({
  action: ['read'],
  subject: 'Submission',
  conditions,
})

beforeAll(async () => {
  url = await newDatabase()
  const owner = await connect(url)
  await fillCompanies(owner, { first: 1, last: 3, submissions: 40 })
  // What they are about would hold them.
  await owner.query('delete from submission_subjects')
})
afterEach(async () => {
  await Promise.all(open.splice(0).map(client => client.end()))
})

async function connect(address: string): Promise<Client> {
  const client = new Client({ connectionString: address })
  await client.connect()
  open.push(client)
  return client
}

/** As a request works: behind the wall, for one company. A wait for a lock that others hold would fail. */
async function writer(companyId: number): Promise<Client> {
  const client = await connect(urlFor(url, loginsOf(url).app))
  await client.query("select set_config('app.company_id', $1, false), set_config('lock_timeout', '5s', false)", [
    String(companyId),
  ])
  return client
}

/** In one statement, so that both are of one snapshot. */
const differing = async (client: Client) =>
  (
    await client.query(`select c.id, kept, counted from companies c,
    lateral (select coalesce(sum(complete), 0)::int kept from submission_counts where company_id = c.id) k,
    lateral (select count(*)::int counted from submissions where company_id = c.id and status = 'complete' and archived_at is null) n
    where kept <> counted`)
  ).rows

const states = { draft: 'null', complete: 'now()' }
const inserted = (state: keyof typeof states, rows: number) => `insert into submissions
  (company_id, uuid, form_id, form_version_id, user_id, status, answers, started_at, completed_at, received_at)
  select id, gen_random_uuid(), id, id, id, '${state}', '{}', now(), ${states[state]}, ${states[state]} from companies, generate_series(1, ${rows})`
/** Of some rows that nobody else is at, so that no writer waits for another's. */
const some = (condition: string, most: number) =>
  `where id in (select id from submissions where ${condition} order by random() limit ${most} for update skip locked)`
const writes = [
  inserted('draft', 2),
  inserted('complete', 1),
  inserted('complete', 7),
  `update submissions set status = 'complete', completed_at = now(), received_at = now() ${some("status = 'draft'", 2)}`,
  `update submissions set answers = '{"a": {"value": 1}}', updated_at = now() ${some('true', 3)}`,
  `update submissions set archived_at = now() ${some('archived_at is null', 3)}`,
  `update submissions set archived_at = null ${some('archived_at is not null', 2)}`,
  // All of it again, where nothing changes.
  `update submissions set status = status, archived_at = archived_at ${some('true', 5)}`,
  `delete from submissions ${some('archived_at is not null', 2)}`,
  `delete from submissions ${some('true', 1)}`,
]

test('many write at once, and take half of it back: no reader ever finds another number than that of the rows', async () => {
  const { next, of } = chanceOf(20261126)
  const reader = await connect(url)
  const write = async (companyId: number) => {
    const client = await writer(companyId)
    for (let transaction = 0; transaction < 25; transaction++) {
      await client.query('begin')
      for (let statement = next() * 4; statement > 0; statement--) {
        await client.query('savepoint before')
        await client.query(of(writes))
        if (next() < 0.3) await client.query('rollback to before')
      }
      await client.query(next() < 0.5 ? 'commit' : 'rollback')
    }
  }
  const companies = [1, 1, 1, 1, 2, 2]
  let isWriting = true
  const reading = async () => {
    const found: unknown[] = []
    for (let times = 0; isWriting || times === 0; times++) found.push(...(await differing(reader)))
    return found
  }
  const [found] = await Promise.all([
    reading(),
    Promise.all(companies.map(write)).finally(() => {
      isWriting = false
    }),
  ])
  expect(found).toEqual([])
  expect(await differing(reader)).toEqual([])
  // As many parts as have written at once, and one of what was there before.
  const { rows } = await reader.query(
    'select company_id as id, count(*)::int as parts from submission_counts group by 1',
  )
  for (const { id, parts } of rows) expect(parts).toBeLessThanOrEqual(1 + companies.filter(each => each === id).length)
})

test('whoever writes waits for nobody who has written and not ended yet', async () => {
  const [one, other, reader] = [await writer(1), await writer(1), await writer(1)]
  const kept = async () =>
    (await reader.query('select sum(complete)::int as kept from submission_counts')).rows[0].kept as number
  const before = await kept()
  await one.query('begin')
  await one.query(inserted('complete', 3))
  await other.query(inserted('complete', 2))
  expect(await kept()).toBe(before + 2)
  await one.query('commit')
  expect(await kept()).toBe(before + 5)
})

test('a company is erased with its count, and one that only looks at another changes nothing there', async () => {
  const [owner, stranger] = [await connect(url), await writer(2)]
  const left = async () =>
    (await owner.query('select count(*)::int as parts from submission_counts where company_id = 3')).rows[0].parts
  expect((await stranger.query('update submission_counts set complete = 0 where company_id = 3')).rowCount).toBe(0)
  expect(await left()).toBe(1)
  await owner.query('delete from companies where id = 3')
  expect(await left()).toBe(0)
  expect(await differing(owner)).toEqual([])
})

test('what was copied in past the triggers is counted anew', async () => {
  const owner = await connect(url)
  await owner.query('set session_replication_role = replica')
  await owner.query(inserted('complete', 4))
  await owner.query('set session_replication_role = origin')
  expect(await differing(owner)).toHaveLength(2)
  await owner.query('select recount_submissions()')
  expect(await differing(owner)).toEqual([])
})

test('the total of a list is that of its rows, whoever asks', async () => {
  const farm = await company()
  const [boss, other, hand] = [await farm.manager(), await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)
  const readers: [string, Person][] = [
    ['manager', boss],
    ['another manager', other],
    ['worker', hand],
    ['guest', await farm.guest()],
    ['auditor', await memberWith(farm, boss, auditor)],
    ['reads those of one', await memberWith(farm, boss, [reads({ status: 'complete', user_id: hand.id })])],
  ]
  const totals = async () => {
    const found: Record<string, [total: number, rows: number]> = {}
    for (const [name, person] of readers)
      for (const archived of [false, true]) {
        const { data, meta } = await person.call(submissions.list, { archived, per_page: 100 })
        found[`${name} ${archived}`] = [meta.total, data.length]
      }
    expect(Object.entries(found).filter(([, [total, rows]]) => total !== rows)).toEqual([])
    return found['manager false']?.[0]
  }
  expect(await totals()).toBe(0)
  const [done, more] = [await complete(hand, form), await complete(boss, form)]
  for (const person of [boss, hand, other]) await begin(person, form)
  expect(await totals()).toBe(3)
  await boss.call(submissions.remove, { id: done.id })
  expect(await totals()).toBe(2)
  await boss.call(submissions.restore, { id: done.id })
  await boss.call(submissions.remove, { id: more.id })
  expect(await totals()).toBe(2)
  // A draft that somebody brought in from another's phone is theirs too, and one of their own only once.
  await platform(db => db.update(table).set({ importedBy: boss.id }).where(eq(table.companyId, farm.id)))
  expect(await totals()).toBe(4)
})

test('whoever has begun more than anybody does is told the total as far as lists count', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const form = await publishedForm(boss)
  await complete(boss, form)
  const { id } = await begin(boss, form)
  const more = (rows: number) =>
    platform(db =>
      db.execute(sql`insert into submissions
        (company_id, uuid, form_id, form_version_id, user_id, status, answers, started_at)
        select company_id, gen_random_uuid(), form_id, form_version_id, user_id, status, answers, started_at
        from submissions, generate_series(1, ${rows}) where id = ${id}`),
    )
  const { meta } = await boss.call(submissions.list, {})
  expect(meta).toMatchObject({ total: 2 })
  await more(1_000)
  expect((await boss.call(submissions.list, {})).meta).toEqual({ ...meta, total: 1_002, last_page: 41, to: 25 })
  await more(9_000)
  expect((await boss.call(submissions.list, {})).meta).toMatchObject({ total: 10_000, total_is_lower_bound: true })
})
