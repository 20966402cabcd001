import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { filledCompany } from '../../test/filledCompany.ts'
import { connect, emptyDatabase } from '../../test/nodes/nodes.ts'
import { tend } from '../../test/tend.ts'
import { startPostgres } from '../postgres/embedded.ts'

const cli = fileURLToPath(new URL('../../cli.ts', import.meta.url))
/** Kills of the everyday run, and of a long one. */
const kills = process.env.LONG ? 20 : 1

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})
beforeAll(async () => void (await filledCompany()))

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'tend-command-'))
  // PostgreSQL runs as another user when the tests run as root.
  await chmod(made, 0o755)
  cleanups.push(() => rm(made, { recursive: true, force: true }))
  return made
}

function begin(environment: NodeJS.ProcessEnv, ...words: string[]): ChildProcess {
  return spawn(process.execPath, [cli, '--json', ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...environment },
  })
}

/** What the command wrote, and how it ended. */
async function run(environment: NodeJS.ProcessEnv, ...words: string[]) {
  const child = begin(environment, ...words)
  const [out, error, [code]] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    once(child, 'exit'),
  ])
  return { code, result: JSON.parse(out || error) }
}

async function usersIn(url: string): Promise<number> {
  const client = await connect(url, { asOwner: true })
  cleanups.push(() => client.end())
  const { rows } = await client.query("select to_regclass('public.users') is not null as is_there")
  if (!rows[0].is_there) return 0
  return (await client.query('select count(*)::int as count from users')).rows[0].count
}

const source = async () => {
  const { ownerUrl, services } = await tend()
  return { DATABASE_URL: ownerUrl, DATA_DIR: services.config.dataDir }
}

test('the commands back up, list, verify and restore into the database that comes with tend', async () => {
  const [backups, dataDir] = [await folder(), await folder()]
  const environment = await source()
  const { result: made } = await run(environment, 'backup', backups)
  expect(made).toMatchObject({ missing: [], tables: expect.any(Number) })
  expect(await run({ DATA_DIR: dataDir }, 'backups', backups)).toMatchObject({ result: { backups: [made.name] } })
  expect(await run({ DATA_DIR: dataDir }, 'verify', backups)).toMatchObject({ code: 0, result: { damage: [] } })
  expect(await run({ DATA_DIR: dataDir }, 'restore', backups)).toMatchObject({ code: 0, result: { name: made.name } })

  const postgres = await startPostgres({ dataDir, log: () => {} })
  cleanups.push(postgres.stop)
  expect(await usersIn(postgres.url)).toBeGreaterThan(0)
  // Beside a running tend, the backup reads the database that runs.
  expect(await run({ DATA_DIR: dataDir }, 'backup')).toMatchObject({ code: 0, result: { rows: expect.any(Number) } })
  expect(await run({ DATA_DIR: dataDir }, 'restore', backups)).toMatchObject({
    code: 1,
    result: { error: expect.stringContaining('Another tend process is running') },
  })
})

test('an encrypted backup is verified without its passphrase and restored with the file that holds it', async () => {
  const [backups, dataDir, secrets] = [await folder(), await folder(), await folder()]
  const file = join(secrets, 'passphrase')
  await writeFile(file, 'correct horse battery\n')
  await run({ ...(await source()), BACKUP_PASSPHRASE: 'correct horse battery' }, 'backup', backups)
  const environment = { DATABASE_URL: await emptyDatabase(), DATA_DIR: dataDir }
  expect(await run(environment, 'verify', backups)).toMatchObject({ code: 0, result: { encrypted: true, damage: [] } })
  const wrong = { ...environment, BACKUP_PASSPHRASE: 'another passphrase' }
  for (const command of ['verify', 'restore'])
    expect(await run(wrong, command, backups)).toMatchObject({
      code: 1,
      result: { error: 'The backup is encrypted with another passphrase or key.' },
    })
  expect(await run(environment, 'restore', backups, '--passphrase-file', file)).toMatchObject({ code: 0 })
  expect(await usersIn(environment.DATABASE_URL)).toBeGreaterThan(0)
}, 300_000)

test('a file that is missing from a backup is named, and the command ends with 2', async () => {
  const backups = await folder()
  const { result: made } = await run(await source(), 'backup', backups)
  await rm(join(backups, made.name, 'tables', 'public.users'))
  expect(await run({ DATA_DIR: backups }, 'verify', backups)).toMatchObject({
    code: 2,
    result: { damage: ['table public.users: missing'] },
  })
})

test('a restore that is killed leaves nothing, and the next one restores everything', async () => {
  const backups = await folder()
  await run(await source(), 'backup', backups)
  const url = await emptyDatabase()
  const started = Date.now()
  expect(await run({ DATABASE_URL: url, DATA_DIR: await folder() }, 'restore', backups)).toMatchObject({ code: 0 })
  const [took, all] = [Date.now() - started, await usersIn(url)]
  for (let kill = 0; kill < kills; kill++) {
    const other = { DATABASE_URL: await emptyDatabase(), DATA_DIR: await folder() }
    const killed = begin(other, 'restore', backups)
    await sleep((took * (kill + 0.5)) / kills)
    killed.kill('SIGKILL')
    if (killed.exitCode === null) await once(killed, 'exit')
    const left = await usersIn(other.DATABASE_URL)
    expect([0, all]).toContain(left)
    if (left === 0) expect(await run(other, 'restore', backups)).toMatchObject({ code: 0 })
    expect(await usersIn(other.DATABASE_URL)).toBe(all)
  }
}, 300_000)

test('a backup that is killed is none, and the next one is whole', async () => {
  const environment = await source()
  const started = Date.now()
  await run(environment, 'backup', await folder())
  const took = Date.now() - started
  for (let kill = 0; kill < kills; kill++) {
    const backups = await folder()
    const killed = begin(environment, 'backup', backups)
    await sleep((took * (kill + 0.5)) / kills)
    killed.kill('SIGKILL')
    if (killed.exitCode === null) await once(killed, 'exit')
    const { result: before } = await run(environment, 'backups', backups)
    for (const name of before.backups)
      expect(await run(environment, 'verify', backups, '--backup', name)).toMatchObject({ code: 0 })
    await run(environment, 'backup', backups)
    expect(await run(environment, 'verify', backups)).toMatchObject({ code: 0, result: { damage: [] } })
  }
}, 300_000)
