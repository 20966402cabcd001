import { chmodSync, chownSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  ask,
  dataFolder,
  hasEnded,
  isRoot,
  postmasterOf,
  preparedFolder,
  show,
  start,
  stranger,
  tend,
} from '../../test/postgres/clusters.ts'
import { StartError } from './embedded.ts'
import { canEnter } from './place.ts'

vi.setConfig({ testTimeout: 60_000 })

test('the first start prepares a safe database, and the next one finds everything again', async () => {
  const dataDir = dataFolder()
  const first = await start(dataDir, { durable: true })
  expect(first.lines).toEqual([`Preparing the database in ${dataDir}/postgres`, 'Database ready'])
  expect(first.dataFolder).toBe(join(dataDir, 'postgres/cluster'))
  expect(new URL(first.url).username).toBe('tend')
  expect(await ask(first.url, 'SELECT current_user AS user, current_database() AS database')).toEqual([
    { user: 'tend', database: 'tend' },
  ])
  const settings = ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'server_encoding', 'jit']
  expect(await show(first.url, ...settings, 'listen_addresses', 'max_connections')).toEqual([
    'on',
    'on',
    'on',
    'on',
    'UTF8',
    'off',
    '',
    '60',
  ])
  // Trigram search must see the letters of all five languages.
  await ask(first.url, 'CREATE EXTENSION pg_trgm')
  expect(
    await ask(first.url, "SELECT cardinality(show_trgm('ű')) AS latin, cardinality(show_trgm('ع')) AS arabic"),
  ).toEqual([{ latin: 2, arabic: 2 }])
  await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS number')
  const pid = postmasterOf(first)
  await first.stop()
  await first.stop()
  await hasEnded(pid)
  expect(readdirSync(join(dataDir, 'postgres')).sort()).toEqual(['cluster', 'password', 'server.log'])

  const second = await start(dataDir)
  expect(second.lines).toEqual(['Database ready'])
  expect(second.url).toBe(first.url)
  expect(await ask(second.url, 'SELECT number FROM kept')).toEqual([{ number: 7 }])
  expect(await show(second.url, 'fsync', 'data_checksums')).toEqual(['off', 'on'])
})

test('nobody gets in without the password, which only its owner can read', async () => {
  const { url, dataFolder: cluster } = await start(preparedFolder())
  const home = dirname(cluster)
  for (const password of ['', 'postgres']) {
    const wrong = new URL(url)
    wrong.password = password
    await expect(ask(wrong.href, 'SELECT 1')).rejects.toThrow(/password/)
  }
  expect(readFileSync(join(cluster, 'pg_hba.conf'), 'utf8')).not.toMatch(/^[^#]*\b(trust|peer|ident)\b/m)
  expect(statSync(join(home, 'password')).mode & 0o777).toBe(0o600)
  for (const folder of [cluster, join(home, 'socket')]) expect(statSync(folder).mode & 0o777).toBe(0o700)
  if (!isRoot) return
  expect(statSync(join(home, 'password')).uid).toBe(0)
  expect(statSync(cluster).uid).toBe(65534)
  expect(readFileSync(`/proc/${postmasterOf({ dataFolder: cluster })}/status`, 'utf8')).toMatch(/Uid:\s+65534\s+65534/)
})

test('a data folder with a long path has its socket elsewhere, and takes it away at the end', async () => {
  const { url, stop } = await start(join(dataFolder(), 'ű'.repeat(60)))
  const socket = decodeURIComponent(new URL(url).hostname)
  expect(socket).toMatch(/^\/tmp\/tend-[0-9a-f]{12}$/)
  expect(statSync(socket).mode & 0o777).toBe(0o700)
  expect(await ask(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await stop()
  expect(existsSync(socket)).toBe(false)
})

test('a platform without binaries is told to use DATABASE_URL', async () => {
  const { arch } = process
  Object.defineProperty(process, 'arch', { value: 'riscv64' })
  onTestFinished(() => {
    Object.defineProperty(process, 'arch', { value: arch })
  })
  await expect(start(dataFolder())).rejects.toThrow(StartError)
  await expect(start(dataFolder())).rejects.toThrow(/riscv64.*DATABASE_URL/)
})

test('a data folder that cannot be written, and a server that cannot start, are explained', async () => {
  const dataDir = preparedFolder()
  writeFileSync(join(dataDir, 'file'), '')
  await expect(start(join(dataDir, 'file/below'))).rejects.toThrow(StartError)
  await expect(start(join(dataDir, 'file/below'))).rejects.toThrow(/data folder .*file\/below cannot be written/)

  const running = await start(dataDir)
  await running.stop()
  writeFileSync(join(running.dataFolder, 'postgresql.conf'), 'no_such_setting = 1\n')
  await expect(start(dataDir)).rejects.toThrow(/no_such_setting.*server\.log/s)
})

test.runIf(isRoot)(
  "as root below a folder of root's own the data goes to /var/lib/tend, and a file tells",
  async () => {
    const closed = dataFolder()
    chmodSync(closed, 0o700)
    const dataDir = join(closed, 'data')
    const first = await start(dataDir)
    const home = dirname(first.dataFolder)
    onTestFinished(async () => {
      await first.stop()
      rmSync(home, { recursive: true, force: true })
    })
    expect(home).toMatch(/^\/var\/lib\/tend\/data-[0-9a-f]{8}$/)
    expect(first.lines[0]).toContain(`the database is in ${home}`)
    expect(readFileSync(join(dataDir, 'postgres.location'), 'utf8')).toBe(`${home}\nready\n`)
    await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS number')
    await first.stop()

    const second = await start(dataDir)
    expect(second.dataFolder).toBe(first.dataFolder)
    expect(await ask(second.url, 'SELECT number FROM kept')).toEqual([{ number: 7 }])
    await second.stop()

    rmSync(join(dataDir, 'postgres.location'))
    const anew = await start(dataDir)
    onTestFinished(async () => {
      await anew.stop()
      rmSync(`${home}-2`, { recursive: true, force: true })
    })
    expect(anew.dataFolder).toBe(`${home}-2/cluster`)
    await anew.stop()
    rmSync(`${home}-2`, { recursive: true })
    await expect(start(dataDir)).rejects.toThrow(/is missing/)
  },
)

test.runIf(isRoot && canEnter(stranger, import.meta.dirname))(
  'a user without a name can prepare and run it',
  async () => {
    const dataDir = dataFolder()
    chownSync(dataDir, stranger.uid, stranger.gid)
    const running = await tend(dataDir, { as: stranger })
    await running.wrote(1)
    expect(readdirSync(dataDir)).toEqual(['postgres'])
    expect(statSync(running.ready.dataFolder).uid).toBe(stranger.uid)
    await running.stop()

    // Root runs it as that user, who can go on afterwards.
    const asRoot = await start(dataDir)
    expect(statSync(`/proc/${postmasterOf(asRoot)}`).uid).toBe(stranger.uid)
    await asRoot.stop()
    const again = await tend(dataDir, { as: stranger })
    expect(again.lines).toEqual(['Database ready'])
  },
)
