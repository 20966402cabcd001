/** The demo, filled in twice: the same both times, and with all that a newcomer should find in it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiKey } from '#shared/accounts/keys.ts'
import type { Report } from '#shared/reports/contract.ts'
import type { ReportData, TrendPoint } from '#shared/reports/data.ts'
import { forbidHeavyWorkWhileHolding, unguarded } from '../../lib/concurrency/connectionGuard.ts'
import { readConfig } from '../../lib/config/config.ts'
import { withDatabase } from '../../lib/db/pools.ts'
import { type Running, startTend } from '../../start.ts'
import { connect, emptyDatabase } from '../../test/nodes/nodes.ts'
import { demoCompanies } from './people.ts'
import { fillDemo, seedDemo } from './seed.ts'

const password = 'a-demo-for-tests'
const undo: (() => Promise<unknown>)[] = []
let tend: Running
let client: Client
let again: Client

beforeAll(async () => {
  // As in a process in which other tests ran before.
  forbidHeavyWorkWhileHolding()
  const now = new Date()
  ;[tend, client] = await filledDemo(now)
  ;[, again] = await filledDemo(now)
}, 300_000)
afterAll(async () => {
  for (const act of undo.reverse()) await act()
})

async function filledDemo(now: Date): Promise<[Running, Client]> {
  const [running, connected] = await emptyDemo()
  await seedDemo(running.services, () => {}, now)
  return [running, connected]
}

async function emptyDemo(): Promise<[Running, Client]> {
  const ownerUrl = await emptyDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'tend-demo-'))
  const settings = { DATA_DIR: dataDir, DEMO_PASSWORD: password, LOG_LEVEL: 'error' }
  // Jobs would go on writing between the two comparisons.
  const config = readConfig(settings, { demo: true, version: '0.0.0' })
  const running = await startTend(config, ownerUrl, { worksJobs: false })
  const connected = await connect(ownerUrl, { asOwner: true })
  undo.push(
    () => rm(dataDir, { recursive: true, force: true }),
    () => running.stop(),
    () => connected.end(),
  )
  return [running, connected]
}

const rowsOf = async (on: Client, statement: string) =>
  (await on.query(statement)).rows.map(row => Object.values(row).join(' | '))

/** What a person reads of a row, with the day on which it happened counted back from today. */
const readable = {
  tables: `select table_name, (xpath('/row/n/text()', query_to_xml(format('select count(*) n from %I', table_name),
    false, true, '')))[1]::text from information_schema.tables where table_schema = 'public' order by 1`,
  forms: 'select company_id, name, status from forms order by 1, 2::text',
  guides: 'select company_id, title, status, must_read from guides order by 1, 2::text',
  tasks: 'select company_id, title, priority, kind, recurrence from tasks order by 1, 2, 3, 4, 5',
  submissions: `select s.company_id, f.name, s.score_percent, s.band, current_date - s.completed_at::date
    from submissions s join forms f on f.id = s.form_id order by 1, 2::text, 5, 3, 4`,
  findings: `select company_id, question_id, answer, note, closed_how, current_date - found_at::date
    from findings order by 1, 2, 6, 3::text, 4, 5`,
  messages: 'select company_id, message_text from messages order by 1, 2',
  papers: 'select company_id, kind, number, valid_until - current_date from papers order by 1, 2, 3',
}

test.each(Object.entries(readable))('two first starts fill in the same %s', async (_, statement) => {
  const rows = await rowsOf(client, statement)
  expect(rows.length).toBeGreaterThan(3)
  expect(await rowsOf(again, statement)).toEqual(rows)
})

describe.each([
  ['greenfield', 'manager@greenfield.example', ['open', 'task', 'recheck']],
  ['kramer', 'manager@kramer.example', ['open', 'done', 'task', 'recheck', 'settled']],
  ['bellerive', 'manager@bellerive.example', ['open', 'done', 'task', 'recheck', 'settled']],
] as const)('%s', (company, manager, states) => {
  const one = async (statement: string) => {
    const id = `(select id from companies where name = '${demoCompanies[company].name.replaceAll("'", "''")}')`
    return rowsOf(client, statement.replaceAll('$company', id))
  }

  test('has worked for twelve weeks, and yesterday', async () => {
    const weeks = await one(`select distinct (current_date - completed_at::date) / 7 from submissions
      where company_id = $company and completed_at is not null order by 1`)
    expect(weeks.map(Number)).toEqual(expect.arrayContaining([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]))
  })

  test(`has findings in these states: ${states.join(', ')}`, async () => {
    const found = await one(`select distinct coalesce(closed_how, case when done_at is null then 'open' else 'done' end)
      from findings where company_id = $company`)
    expect(found).toEqual(expect.arrayContaining([...states]))
  })

  test('has findings that came in when they were found, as a renewed audit pass asks', async () => {
    const late = await one(`select count(*) from findings
      where company_id = $company and noted_at - found_at > interval '2 days'`)
    expect(late).toEqual(['0'])
  })

  test('has conversations in which more than one person writes', async () => {
    const writers = await one(`select conversation_id, count(distinct sender_id) from messages
      where company_id = $company group by 1 having count(distinct sender_id) > 1`)
    expect(writers).not.toEqual([])
  })

  test('has guides that must be read, which some have read and others not', async () => {
    const guides = await one(`select g.id, (select count(*) from guide_readings r where r.guide_id = g.id)
      from guides g where g.company_id = $company and g.must_read and g.status = 'published'`)
    const readings = guides.map(row => Number(row.split(' | ')[1]))
    expect(Math.max(...readings)).toBeGreaterThan(0)
    expect(Math.min(...readings)).toBe(0)
  })

  test('has a report whose trend gets better', async () => {
    const token = (await call('POST', '/auth/login', '', { email: manager, password })).token
    const reports: Report[] = await call('GET', '/report', token)
    const trends = await Promise.all(
      reports.map(async ({ id }) => ((await call('GET', `/report/${id}/data`, token)) as ReportData).trend ?? []),
    )
    const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
    // Weeks of the calendar are cut on another day each day: a submission counts as much in the running one as in any.
    const mean = (parts: TrendPoint[]) =>
      sum(parts.map(({ average, scored }) => (average ?? 0) * scored)) / sum(parts.map(({ scored }) => scored))
    const better = trends
      .map(trend => trend.filter(({ scored }) => scored > 0))
      .filter(parts => parts.length > 9 && mean(parts.slice(-5)) > mean(parts.slice(0, 5)) + 5)
    expect(better).not.toEqual([])
  })
})

test('the farm and the haulier have papers that run out within a month', async () => {
  const rows = await rowsOf(
    client,
    `select distinct c.name from papers p join companies c on c.id = p.company_id
      where p.valid_until between current_date and current_date + 30 order by 1`,
  )
  expect(rows).toEqual(['Greenfield Farm', 'Kramer Viehtransporte'])
})

test('the farm has a key, which a program used today, after both starts', async () => {
  const { token } = await call('POST', '/auth/login', '', { email: 'manager@greenfield.example', password })
  const [key]: ApiKey[] = await call('GET', '/key', token)
  expect(key).toMatchObject({ name: 'Milk recorder', made_by: 'Maya Fletcher', access: 'write', revoked_at: null })
  expect(Date.now() - Date.parse(key?.last_used_at ?? '')).toBeLessThan(24 * 3600_000)
  const keys = `select k.company_id, u.name, k.access, now()::date - k.last_used_at::date
    from api_keys k join users u on u.id = k.user_id`
  expect(await rowsOf(again, keys)).toEqual(await rowsOf(client, keys))
})

/** What happened, by the days of its company, where that is after the moment at which the demo is filled in. */
const early = (now: Date) => sql`
  select 'submission' as what, completed_at::text as at from submissions where completed_at > ${now}
  union all select 'finding', found_at::text from findings where found_at > ${now}
  union all select 'finding done', closed_at::text from findings where closed_at > ${now}
  union all select 'message', created_at::text from messages where created_at > ${now}
  union all select 'task done', completed_at::text from sent_tasks where completed_at > ${now}
  union all select 'animal', day::text from animal_events e join companies c on c.id = e.company_id
    where state = 'done' and day > (${now}::timestamptz at time zone c.time_zone)::date
  union all select 'vehicle', day::text from vehicle_entries e join companies c on c.id = e.company_id
    where day > (${now}::timestamptz at time zone c.time_zone)::date`

/** In Berlin a year has begun; in the long run also the night in which London's clocks change. */
const moments = ['2025-12-31T23:20Z', ...(process.env.LONG ? ['2026-03-29T00:30Z'] : [])]

test('it is filled in at any hour, with nothing that has not happened yet', async () => {
  const [{ services }] = await emptyDemo()
  const tenant = { companyId: null, userId: null }
  const rolledBack = new Error('The next moment finds it empty again.')
  for (const moment of moments) {
    const now = new Date(moment)
    const filled = withDatabase(services.pools.platform, tenant, true, db =>
      unguarded(async () => {
        await fillDemo({ db, services, now }, password)
        expect([moment, (await db.execute(early(now))).rows]).toEqual([moment, []])
        throw rolledBack
      }),
    )
    await expect(filled).rejects.toThrow(rolledBack)
  }
}, 300_000)

async function call(method: 'GET' | 'POST', path: string, token: string, payload?: object) {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const { statusCode, body } = await tend.app.inject({
    method,
    url: `/api${path}`,
    headers,
    ...(payload && { payload }),
  })
  expect([path, statusCode, statusCode < 300 ? '' : body]).toEqual([path, 200, ''])
  return JSON.parse(body).data
}
