/**
 * The plan of large farms: ten companies with 1,000 series and 200 people each. The calendar of one of them over a
 * month, the tasks of somebody with 500 open ones, and the night in which all 10,000 series make their next occurrence
 * while people go on working.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { roles } from '#shared/lib/roles.ts'
import { daysAround, maxOfDay } from '#web/tasks/calendar/range.ts'
import { createDatabase, onDatabase, startDatabases } from './database.ts'
import { temporaryFolder } from './folder.ts'
import { ask, timeInTurn } from './load.ts'
import { startTend } from './processes.ts'
import type { Row } from './row.ts'
import { fillCompanies, settle, signIn } from './rows/companies.ts'
import { median, percentile } from './statistics.ts'

const [companies, series, people, open] = [10, 1000, 200, 500]
/** The ids of people begin behind those of `fillCompanies`. */
const firstPerson = 1000
const requests = 60
/** Longer than a night's work may take. */
const patience = 180_000

export async function measure(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await using databases = await startDatabases(folder.path)
  const url = await createDatabase(databases.url, 'series')
  await using tend = await startTend(`${folder.path}/data`, { DATABASE_URL: url })
  const tokens = await onDatabase(url, async client => {
    await fill(client)
    return { manager: await signIn(client, 1), worker: await signIn(client, firstPerson + 1, 1) }
  })
  const api = `${tend.address}/api`
  const { start_date, end_date } = daysAround('month', new Date().toISOString().slice(0, 10))
  const [calendar = [], own = [], who = []] = await timeInTurn(
    [
      {
        url: `${api}/task/company/calendar?company_id=1&start_date=${start_date}&end_date=${end_date}&per_day=${maxOfDay.month}`,
        token: tokens.manager,
      },
      { url: `${api}/task/sent?state=open&sort=due_at&per_page=100`, token: tokens.worker },
      { url: `${api}/auth/user`, token: tokens.worker },
    ],
    requests,
  )
  const baseline = { what: 'asking who one is', value: percentile(who, 0.95) }
  const night = await onDatabase(url, client => nightOf(client, `${api}/task/sent?state=open`, tokens.worker))
  return [
    {
      what: 'calendar of a month, 1,000 series and 200 people, 95th percentile',
      unit: 'ms',
      measured: percentile(calendar, 0.95),
      baseline,
      budget: { on: 'measured', atMost: 150 },
    },
    {
      what: 'own tasks of somebody with 500 open ones, 95th percentile',
      unit: 'ms',
      measured: percentile(own, 0.95),
      baseline,
      budget: { on: 'measured', atMost: 100 },
    },
    {
      what: '10,000 series make their next occurrence',
      unit: 'ms',
      measured: night.took,
      baseline: { what: 'a single one of these calls meanwhile, median', value: median(night.during) },
      budget: { on: 'measured', atMost: 60_000 },
    },
    {
      what: 'own tasks while 10,000 series make their next occurrence, 95th percentile',
      unit: 'ms',
      measured: percentile(night.during, 0.95),
      baseline: { what: 'the same on the quiet server', value: percentile(night.before, 0.95) },
      budget: { on: 'ratio', atMost: 2 },
    },
  ]
}

async function fill(client: Client): Promise<void> {
  await fillCompanies(client, { first: 1, last: companies, submissions: 100 })
  await client.query('set session_replication_role = replica')
  const each = `generate_series(1, ${companies}) company`
  const person = `${firstPerson} + (company - 1) * ${people}`
  await client.query(`insert into users (id, name, email) overriding system value
    select ${person} + n, 'Worker ' || company || '-' || n, 'worker' || company || '-' || n || '@example.test'
    from ${each}, generate_series(1, ${people}) n`)
  await client.query(`insert into memberships (company_id, user_id, role_id)
    select company, ${person} + n, ${roles.employee} from ${each}, generate_series(1, ${people}) n`)
  // Two in three each day, the others on some days of the week; the next one is made tomorrow, so that nothing happens
  // by itself.
  await client.query(`insert into tasks (company_id, title, priority, starts_at, due_after, timezone, recurrence, created_by, next_at, make_at)
    select company, 'Round ' || n, 'normal', to_char(now() - interval '30 days', 'YYYY-MM-DD') || 'T' || lpad((n % 24)::text, 2, '0') || ':00',
      'PT4H', 'Europe/Budapest', case when n % 3 = 0 then 'FREQ=WEEKLY;BYDAY=MO,WE,FR' else 'FREQ=DAILY' end, company,
      date_trunc('hour', now()) + interval '3 days', date_trunc('hour', now()) + interval '2 days'
    from ${each}, generate_series(1, ${series}) n`)
  await client.query(`insert into task_assignees (company_id, task_id, user_id)
    select company_id, id, ${firstPerson} + (company_id - 1) * ${people} + 1 + (id * 7 + n) % ${people} from tasks, generate_series(0, 1) n`)
  // A month of what was made so far, two days in the other companies, done but for the last; and the pile of one
  // person.
  await client.query(`insert into sent_tasks (company_id, task_id, user_id, starts_at, due_at, completed_at, completed_by)
    select t.company_id, t.id, a.user_id, start, start + interval '4 hours', case when day > 0 then start + interval '1 hour' end,
      case when day > 0 then a.user_id end
    from tasks t join task_assignees a on a.task_id = t.id, generate_series(0, case when t.company_id = 1 then 29 else 1 end) day,
    lateral (select date_trunc('day', now()) + (t.id % 24) * interval '1 hour' - day * interval '1 day' start) times`)
  await client.query(`insert into sent_tasks (company_id, task_id, user_id, starts_at, due_at)
    select company_id, id, ${firstPerson} + 1, start, start + interval '12 hours'
    from (select company_id, id, date_trunc('minute', now()) - id * interval '1 minute' start from tasks where company_id = 1 order by id limit ${open}) pile
    on conflict do nothing`)
  await client.query('set session_replication_role = origin')
  await settle(client)
}

/**
 * All series fall due at once: how long it takes until each has moved on, and how long a call took before and
 * meanwhile.
 */
async function nightOf(client: Client, url: string, token: string) {
  const timed = async () => {
    const begun = performance.now()
    await ask(url, token)
    return performance.now() - begun
  }
  const before: number[] = []
  for (let n = 0; n < requests; n++) before.push(await timed())
  const waiting = async () => {
    const { rows } = await client.query('select count(*)::int as left from tasks where make_at <= now()')
    return rows[0].left as number
  }
  await client.query(
    `update tasks set next_at = date_trunc('hour', now()) + interval '1 day', make_at = now() - interval '1 second'`,
  )
  const all = await waiting()
  // The job comes with the next minute: its time is not a part of the work.
  while ((await waiting()) === all) await delay(20)
  const begun = performance.now()
  const during: number[] = []
  while ((await waiting()) > 0) {
    during.push(await timed())
    if (performance.now() - begun > patience) throw new Error('The night takes too long.')
  }
  return { before, during, took: performance.now() - begun }
}
