/** A database of the last landed state is upgraded to this one, and everything is still there. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { animalGroups, animals } from '#shared/animals/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import { locations } from '#shared/locations/contract.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { readConfig } from '../../lib/config/config.ts'
import { migrate } from '../../lib/db/migrate.ts'
import { readMigrations } from '../../lib/db/migrations.ts'
import { prepareJobs } from '../../lib/jobs/jobs.ts'
import { isolation, jobs } from '../../registry.ts'
import { type Running, startTend } from '../../start.ts'
import { connect, emptyDatabase } from '../nodes/nodes.ts'
import { readLanded, restoreRows } from './landed.ts'

/**
 * What a migration is meant to change in rows that were there, as `table.column`, and why. Empty it when `npm run
 * landed` has renewed the landed state.
 */
const meantToChange: Record<string, string> = {
  'tasks.done_by': 'a problem is corrected once, by any one of its people',
  'sent_tasks.completed_at': 'copies of a corrective task end with the one that was done',
  'sent_tasks.completed_by': 'as above',
  'sent_tasks.completed_outside': 'as above',
  'sent_tasks.done_with': 'as above',
  'sent_tasks.recorded_at': 'as above',
}

const landed = readLanded()
const past = readMigrations().filter(({ hash }) => landed.migrations.includes(hash))
let client: Client
let dataDir: string
let tend: Running

beforeAll(async () => {
  const ownerUrl = await emptyDatabase()
  const prepare = () => prepareJobs(ownerUrl, jobs)
  await migrate(ownerUrl, { isolation, prepare, migrations: past })
  client = await connect(ownerUrl, { asOwner: true })
  await restoreRows(client, landed.rows)
  dataDir = await mkdtemp(join(tmpdir(), 'tend-landed-'))
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'error' }
  await migrate(ownerUrl, { isolation, prepare })
  tend = await startTend(readConfig(settings, { demo: true, version: landed.version }), ownerUrl)
})
afterAll(async () => {
  await tend?.stop()
  await client?.end()
  await rm(dataDir, { recursive: true, force: true })
})

test('every migration that the landed database had run is still there, as it was', () => {
  expect(past.map(({ hash }) => hash)).toEqual(landed.migrations)
})

test('every row is as it was, but for declared changes of a migration', async () => {
  const differing: string[] = []
  for (const [table, json] of Object.entries(landed.rows)) {
    const before: object[] = JSON.parse(json)
    const columns = await columnsThatStay(table, Object.keys(before[0] ?? {}))
    const after = await rowsOf(table, columns)
    const texts = new Set(after.map(row => JSON.stringify(row)))
    const lost = before.map(row => JSON.stringify(pick(row, columns))).filter(text => !texts.has(text))
    differing.push(...lost.map(text => `${table}: ${text.slice(0, 500)}`))
  }
  expect(differing).toEqual([])
})

test('people sign in as before and find their farm', async () => {
  const manager = await signIn('manager@greenfield.example')
  const companyId = manager.user.company_id
  for (const [{ path }, table] of [
    [animals.list, 'animals'],
    [animalGroups.list, 'animal_groups'],
    [locations.list, 'locations'],
    [vehicles.list, 'vehicles'],
    [forms.list, 'forms'],
    [submissions.list, 'submissions'],
    [tasks.list, 'tasks'],
  ] as const)
    expect([path, await totalOf(path, manager.token)]).toEqual([path, ofCompany(table, companyId)])
  const worker = await signIn('worker@greenfield.example')
  expect(await totalOf(tasks.sent.path, worker.token)).toBeGreaterThan(0)
})

async function columnsThatStay(table: string, columns: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`,
    [table],
  )
  const present = new Set(rows.map(({ name }) => name))
  return columns.filter(column => present.has(column) && !(`${table}.${column}` in meantToChange))
}

async function rowsOf(table: string, columns: string[]): Promise<object[]> {
  if (columns.length === 0) return []
  const names = columns.map(column => client.escapeIdentifier(column)).join(', ')
  const { rows } = await client.query<{ rows: string }>(
    `select coalesce(json_agg(t), '[]')::text as rows from (select ${names} from ${table}) t`,
  )
  return JSON.parse(rows[0]?.rows ?? '[]')
}

const pick = (row: object, columns: string[]) =>
  Object.fromEntries(columns.map(column => [column, (row as Record<string, unknown>)[column]]))

async function call(method: 'GET' | 'POST', path: string, { token = '', payload = {} } = {}) {
  const { statusCode, body } = await tend.app.inject({
    method,
    url: `/api${path}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(method === 'POST' && { payload }),
  })
  expect([path, statusCode, statusCode < 300 ? '' : body]).toEqual([path, 200, ''])
  return JSON.parse(body)
}

const signIn = async (email: string) =>
  (await call('POST', auth.login.path, { payload: { email, password: landed.demoPassword } })).data

const totalOf = async (path: string, token: string) => (await call('GET', path, { token })).meta.total

/** Those that lists show: of the company, and not archived. */
const ofCompany = (table: string, companyId: number) =>
  JSON.parse(landed.rows[table] ?? '[]').filter(
    (row: Record<string, unknown>) => row.company_id === companyId && !row.archived_at,
  ).length
