import { spawn } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  ask,
  dataFolder,
  draftOf,
  hasEnded,
  isRoot,
  numbers,
  postmasterOf,
  preparedFolder,
  start,
  tend,
} from '../../test/postgres/clusters.ts'
import { isRunning } from './postmaster.ts'

vi.setConfig({ testTimeout: 60_000 })

test('after kill -9 of tend its server ends too, and the next start has every acknowledged row', async () => {
  const dataDir = preparedFolder()
  const killed = await tend(dataDir)
  await killed.wrote(50)
  const pid = postmasterOf(killed.ready)
  await killed.kill()

  const next = await start(dataDir)
  expect(next.lines).toEqual(['Database ready'])
  expect(postmasterOf(next)).not.toBe(pid)
  expect(await numbers(next.url)).toEqual(expect.arrayContaining(killed.numbers))
})

test('a server that outlives its tend is taken over by the next one, and no acknowledged row is lost', async () => {
  const dataDir = preparedFolder()
  const killed = await tend(dataDir)
  await killed.wrote(50)
  await killed.killAlone()
  const pid = postmasterOf(killed.ready)
  expect(isRunning(pid)).toBe(true)

  const next = await start(dataDir)
  expect(next.lines).toEqual([
    `Took over the database server that was still running (process ${pid})`,
    'Database ready',
  ])
  expect(postmasterOf(next)).toBe(pid)
  expect(await numbers(next.url)).toEqual(expect.arrayContaining(killed.numbers))

  // It looks after a server it took over as well.
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(
    () => expect(next.lines.slice(2)).toEqual(['Lost the database server: bringing it back', 'Database ready']),
    8000,
  )
  expect(await numbers(next.url)).toEqual(expect.arrayContaining(killed.numbers))
  const last = postmasterOf(next)
  await next.stop()
  await hasEnded(last)
})

test('after kill -9 of PostgreSQL it comes back by itself at the same address with all rows, each time', async () => {
  const running = await start(preparedFolder())
  await ask(running.url, 'SET synchronous_commit = on; CREATE TABLE written (number int)')
  for (const round of [1, 2]) {
    await ask(running.url, `SET synchronous_commit = on; INSERT INTO written VALUES (${round})`)
    const pid = postmasterOf(running)
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(
      () => expect(running.lines.filter(line => line === 'Database ready')).toHaveLength(round + 1),
      8000,
    )
    expect(postmasterOf(running)).not.toBe(pid)
    expect(await numbers(running.url)).toHaveLength(round)
  }
})

test('a server killed in the moment it gets ready does not make the start fail', async () => {
  const dataDir = preparedFolder()
  const first = await start(dataDir)
  await first.stop()
  const starting = start(dataDir)
  const state = () => readFileSync(join(first.dataFolder, 'postmaster.pid'), 'utf8')
  await vi.waitFor(() => expect(state()).toMatch(/ready/), { timeout: 20_000, interval: 1 })
  process.kill(postmasterOf(first), 'SIGKILL')
  const next = await starting
  await vi.waitFor(async () => expect(await ask(next.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]), 20_000)
})

test('a lost connection alone does not make a second server', async () => {
  const running = await start(preparedFolder())
  const pid = postmasterOf(running)
  await ask(running.url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tend lock'")
  await vi.waitFor(() => expect(running.lines.at(-1)).toBe('Database ready'), 5000)
  expect(running.lines).not.toContainEqual(expect.stringMatching(/Took over/))
  expect(postmasterOf(running)).toBe(pid)
})

/** tend first, which would bring its server back at once. */
async function killBoth(killed: Awaited<ReturnType<typeof tend>>): Promise<void> {
  const server = postmasterOf(killed.ready)
  await killed.killAlone()
  process.kill(server, 'SIGKILL')
  await hasEnded(server)
}

test('after kill -9 of both the next start recovers every acknowledged row', async () => {
  const dataDir = preparedFolder()
  const killed = await tend(dataDir)
  await killed.wrote(50)
  await killBoth(killed)

  const next = await start(dataDir)
  expect(next.lines).toEqual(['Database ready'])
  expect(await numbers(next.url)).toEqual(expect.arrayContaining(killed.numbers))
})

test('it waits until a session that outlived its server has ended its query', async () => {
  const dataDir = preparedFolder()
  const killed = await tend(dataDir)
  const busy = ask(
    killed.ready.url,
    // It waits for a program, so that it neither uses the processor nor sees that its server is gone.
    "DO $$ BEGIN CREATE TEMP TABLE said (line text); COPY said FROM PROGRAM 'sleep 3'; END $$",
  ).catch(() => {})
  const running = "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'DO $$ %' AND state = 'active'"
  await vi.waitFor(async () => expect(await ask(killed.ready.url, running)).toHaveLength(1), 2000)
  await killBoth(killed)
  const next = await start(dataDir)
  expect(next.lines).toEqual(['Database ready'])
  expect(await numbers(next.url)).toEqual(expect.arrayContaining(killed.numbers))
  expect(readFileSync(join(dataDir, 'postgres/server.log'), 'utf8')).toMatch(/shared memory block .* still in use/)
  await busy
})

test('a second tend on the same data folder is refused, and the first continues', async () => {
  const dataDir = preparedFolder()
  const first = await start(dataDir)
  const second = await tend(dataDir)
  expect(second.error).toBe(`Another tend process is running on the data folder ${dataDir}. Stop it first.`)
  expect(await ask(first.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('of two first starts at the same moment one wins and the other is refused', async () => {
  const dataDir = dataFolder()
  const both = await Promise.all([tend(dataDir), tend(dataDir)])
  expect(both.filter(each => each.error?.startsWith('Another tend process'))).toHaveLength(1)
  const winner = both.find(each => !each.error)
  await winner?.wrote(1)
  expect(readdirSync(join(dataDir, 'postgres')).sort()).toEqual(['cluster', 'password', 'server.log', 'socket'])
  expect(readdirSync(dataDir)).toEqual(['postgres'])
})

test('a preparation that was killed half way is repeated', async () => {
  let dataDir = ''
  do {
    dataDir = dataFolder()
    const killed = await tend(dataDir, { until: () => existsSync(draftOf(dataDir, 'cluster/global')) })
    await killed.killWithChildren()
  } while (existsSync(join(dataDir, 'postgres')))
  expect(readdirSync(dataDir)).toEqual([expect.stringMatching(/^postgres\.new-\d+$/)])
  const next = await start(dataDir)
  expect(await ask(next.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(readdirSync(dataDir)).toEqual(['postgres'])
})

test('a stale process file does not stop the start, even if another program has its number', async () => {
  const dataDir = preparedFolder()
  const first = await start(dataDir)
  await first.stop()
  const file = join(first.dataFolder, 'postmaster.pid')
  const owner = statSync(first.dataFolder)
  const stranger = spawn('sleep', ['60'], isRoot ? { uid: owner.uid, gid: owner.gid } : {})
  onTestFinished(() => {
    stranger.kill('SIGKILL')
  })
  const stale = `${stranger.pid}\n${first.dataFolder}\n1700000000\n5432\n${dirname(first.dataFolder)}/socket\n\n`

  for (const content of [stale, '']) {
    writeFileSync(file, content)
    utimesSync(file, new Date(0), new Date(0))
    const socket = join(dirname(first.dataFolder), 'socket')
    mkdirSync(socket)
    writeFileSync(join(socket, '.s.PGSQL.5432.lock'), stale)
    for (const path of [file, socket]) chownSync(path, owner.uid, owner.gid)
    const next = await start(dataDir)
    expect(next.lines).toEqual(['Database ready'])
    await next.stop()
  }
  expect(stranger.exitCode).toBeNull()
})

test('a start waits for a server that is still ending', async () => {
  const dataDir = preparedFolder()
  const killed = await tend(dataDir)
  await killed.killAlone()
  const client = new Client(killed.ready.url)
  client.on('error', () => {})
  await client.connect()
  const pid = postmasterOf(killed.ready)
  // A "smart" shutdown ends when the last client leaves.
  process.kill(pid, 'SIGTERM')
  const starting = start(dataDir)
  await sleep(300)
  await client.end()
  const next = await starting
  expect(next.lines).toEqual(['Database ready'])
  expect(postmasterOf(next)).not.toBe(pid)
})

test('Ctrl-C reaches tend and not the database', async () => {
  const running = await tend(preparedFolder())
  const count = running.numbers.length
  process.kill(-running.pid, 'SIGINT')
  await vi.waitFor(() => expect(running.lines).toContain('SIGINT'))
  await running.wrote(count + 50)
  expect(isRunning(postmasterOf(running.ready))).toBe(true)
  const pid = postmasterOf(running.ready)
  await running.stop()
  await hasEnded(pid)
})
