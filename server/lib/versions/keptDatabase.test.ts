import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { isolation, jobs } from '../../registry.ts'
import { emptyDatabase } from '../../test/nodes/nodes.ts'
import { migrate } from '../db/migrate.ts'
import { migrationsFolder, readMigrations } from '../db/migrations.ts'
import { prepareJobs } from '../jobs/jobs.ts'
import { prepareForVersion } from './keptDatabase.ts'
import { findWayBack, nameFormer } from './rollBack.ts'
import { type CurrentVersion, readCurrent, versionsFolder, writeCurrent } from './versions.ts'

const all = readMigrations()
const last = all.at(-1)?.name ?? ''

/** A database of version 1.0.0, which lacks the last migration, in whose data folder 2.0.0 is named: this code. */
async function updated(change: Partial<CurrentVersion> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tend-kept-'))
  const before = process.env.TEND_INSTALLED
  const installed = join(dataDir, 'installed')
  process.env.TEND_INSTALLED = installed
  for (const path of [installed, versionsFolder(dataDir)]) mkdirSync(path)
  writeFileSync(join(installed, 'package.json'), '{"version":"1.0.0"}')
  const isOlder = (path: string) => basename(path) !== `${last}.sql`
  cpSync(migrationsFolder, join(installed, 'server/migrations'), { recursive: true, filter: isOlder })
  onTestFinished(() => {
    if (before === undefined) delete process.env.TEND_INSTALLED
    else process.env.TEND_INSTALLED = before
    rmSync(dataDir, { recursive: true, force: true })
  })
  const ownerUrl = await emptyDatabase()
  const steps = { isolation, prepare: () => prepareJobs(ownerUrl, jobs) }
  await migrate(ownerUrl, { ...steps, migrations: all.slice(0, -1) })
  writeCurrent(dataDir, {
    ...{ current: '2.0.0', former: '1.0.0', installed: '1.0.0', state: 'new', backup: 'one', readyWithin: 1000 },
    ...{ migrations: [last], waitsForStart: false, keptAt: null, isReturning: false },
    ...change,
  })
  const said: string[] = []
  const data = { dataDir, ownerUrl, isOwnDisk: false, say: (line: string) => void said.push(line) }
  const ask = async (statement: string) => {
    const client = new Client({ connectionString: ownerUrl })
    await client.connect()
    return client
      .query(statement)
      .then(({ rows }) => rows)
      .finally(() => client.end())
  }
  const companies = async () => (await ask('select name from companies order by id')).map(({ name }) => name)
  return { data, ask, companies, said, migrateAll: () => migrate(ownerUrl, steps) }
}

test('the database is kept before a migration, and a rollback brings it back and says what is lost', async () => {
  const { data, ask, companies, migrateAll } = await updated()
  const { dataDir, ownerUrl } = data
  await ask("insert into companies (name) values ('Before')")
  expect(await prepareForVersion(data, '2.0.0')).toBe(true)
  expect(readCurrent(dataDir)?.keptAt).toMatch(/^20/)
  await migrateAll()
  // It is started once more before it has served: what was kept is from before the migration.
  expect(await prepareForVersion(data, '2.0.0')).toBe(true)
  writeCurrent(dataDir, { ...(readCurrent(dataDir) as CurrentVersion), state: 'served' })
  await ask("insert into companies (name) values ('Since')")

  const way = await findWayBack(dataDir, ownerUrl)
  expect(way).toMatchObject({ from: '2.0.0', to: '1.0.0', lost: { written: [{ table: 'companies', rows: 1 }] } })
  nameFormer(dataDir, way)
  expect(readCurrent(dataDir)).toMatchObject({ current: '2.0.0', isReturning: true })
  expect(await prepareForVersion(data, '2.0.0')).toBe(false)
  expect(await companies()).toEqual(['Before'])
  expect(readCurrent(dataDir)).toMatchObject({ current: '1.0.0', isReturning: false })
  await expect(findWayBack(dataDir, ownerUrl)).rejects.toThrow('There is no update to return from.')
}, 300_000)

test('a version that fails after its migrations leaves the former one the database as it was', async () => {
  const { data, ask, companies, migrateAll } = await updated()
  await ask("insert into companies (name) values ('Before')")
  await prepareForVersion(data, '2.0.0')
  await migrateAll()
  await ask('update companies set name = upper(name)')
  await ask("insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a version to come', 0)")
  writeCurrent(data.dataDir, { ...(readCurrent(data.dataDir) as CurrentVersion), state: 'failed' })
  expect(await prepareForVersion(data, '1.0.0')).toBe(true)
  expect(await companies()).toEqual(['Before'])
}, 300_000)

test('where somebody is in the database it is not kept, which is said, and the way back is the backup', async () => {
  const { data, said, migrateAll } = await updated()
  const client = new Client({ connectionString: data.ownerUrl })
  await client.connect()
  await prepareForVersion(data, '2.0.0')
  await client.end()
  expect(said).toEqual([expect.stringContaining('The database is not kept for a rollback')])
  await migrateAll()
  await expect(findWayBack(data.dataDir, data.ownerUrl)).rejects.toThrow('restore the backup one')
}, 300_000)
