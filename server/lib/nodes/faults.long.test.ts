/**
 * Long fault runs of realtime on several nodes: real tends on a database of their own, which is taken away, killed and
 * given back, and tends that are killed, restarted and flooded. The figures that they print belong into docs/trust.md.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import PusherSdk from 'pusher'
import type { PresenceChannel } from 'pusher-js'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { connect } from '../../test/nodes/nodes.ts'
import { APP, balance, browserOf, type SignedIn, signIn, spawnTend, type TendProcess } from '../../test/nodes/tends.ts'
import { heard } from '../../test/pusher/pusherServer.ts'
import { type RunningPostgres, startPostgres } from '../postgres/embedded.ts'

let dataDir: string
let postgres: RunningPostgres
let tends: TendProcess[]
let front: Awaited<ReturnType<typeof balance>>
const closing: (() => void)[] = []

const start = () => startPostgres({ dataDir, log: () => {} })

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tend-faults-'))
  // PostgreSQL runs as another user when the tests run as root, and must be able to reach its folder.
  chmodSync(dataDir, 0o755)
  postgres = await start()
})
afterAll(async () => {
  await postgres?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  tends = await Promise.all([1, 2].map(() => spawnTend(postgres.url)))
  front = await balance(tends.map(({ port }) => port))
})
afterEach(async () => {
  for (const close of closing.splice(0)) close()
  front.close()
  await Promise.all(tends.map(tend => tend.stop()))
})

const people = (count: number) => signIn(postgres.url, count)
const roomOf = ({ companyId }: SignedIn) => `presence-company.${companyId}`

/** pusher-js of somebody in their room; keeps the numbers of the events and how often it connected. */
async function browser(person: SignedIn, port = front.port) {
  const pusher = browserOf(person, port)
  closing.push(() => pusher.disconnect())
  const seen = { connections: 0, numbers: [] as number[] }
  pusher.connection.bind('connected', () => seen.connections++)
  const room = pusher.subscribe(roomOf(person)) as PresenceChannel
  room.bind('news', ({ number }: { number: number }) => seen.numbers.push(number))
  await heard(room, 'pusher:subscription_succeeded')
  return { pusher, room, seen }
}

const sdkOf = (port: number) => new PusherSdk({ ...APP, host: '127.0.0.1', port: String(port), useTLS: false })

type Write = { name: string; status: number; took: number }

/** Writes places one after another until it is told to stop; keeps each answer. */
function writing({ token }: SignedIn, port: number) {
  const writes: Write[] = []
  let isOn = true
  const done = (async () => {
    for (let number = 0; isOn; number++) {
      const name = `Pen ${number}`
      const before = performance.now()
      const response = await fetch(`http://127.0.0.1:${port}/api/location`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name, type: 'pen' }),
      }).catch(() => undefined)
      await response?.arrayBuffer()
      const isPolite = response?.status !== 503 || response.headers.has('retry-after')
      writes.push({ name, status: isPolite ? (response?.status ?? 0) : -503, took: performance.now() - before })
      await delay(20)
    }
  })()
  const stop = async () => {
    isOn = false
    await done
    return writes
  }
  return { writes, stop }
}

async function storedNames({ companyId }: SignedIn): Promise<string[]> {
  const database = await connect(postgres.url)
  const { rows } = await database.query('select name from locations where company_id = $1', [companyId])
  await database.end()
  return rows.map(({ name }) => name)
}

test('the database is away for 30 seconds under load', async () => {
  const [anna, bela] = (await people(2)) as [SignedIn, SignedIn]
  const browsers = await Promise.all([anna, bela, anna, bela].map(person => browser(person)))
  const writer = writing(anna, front.port)
  await delay(2000)
  await postgres.stop()
  await delay(30_000)
  expect(browsers.map(({ seen }) => seen.connections)).toEqual([1, 1, 1, 1])
  postgres = await start()
  const back = Date.now()
  const good = () => writer.writes.at(-1)?.status === 201
  await expect.poll(good, { timeout: 10_000, interval: 50 }).toBe(true)
  const healthyAfter = Date.now() - back
  await expect
    .poll(() => browsers.every(({ seen, room }) => seen.connections > 1 && room.subscribed), { timeout: 10_000 })
    .toBe(true)
  await sdkOf(front.port).trigger(roomOf(anna), 'news', { number: 1 })
  await expect.poll(() => browsers.map(({ seen }) => seen.numbers)).toEqual(browsers.map(() => [1]))
  await delay(3000)
  const writes = await writer.stop()

  // Twice where a client came back to the node that found the database last.
  const reconnects = browsers.map(({ seen }) => seen.connections - 1)
  expect(Math.max(...reconnects)).toBeLessThanOrEqual(2)
  expect(writes.filter(({ status }) => status !== 201 && status !== 503)).toEqual([])
  expect(Math.max(...writes.map(({ took }) => took))).toBeLessThan(10_000)
  const stored = await storedNames(anna)
  const lost = writes.filter(({ name, status }) => status === 201 && !stored.includes(name))
  expect(lost).toEqual([])
  for (const { room } of browsers) expect(room.members.count).toBe(2)
  for (const { child } of tends) expect(child.exitCode).toBeNull()
  console.log(
    `database away 30 s: ${writes.length} writes, ${writes.filter(({ status }) => status === 503).length} ` +
      'answered 503, ' +
      `longest ${Math.max(...writes.map(({ took }) => Math.round(took)))} ms, healthy after ` +
      `${healthyAfter} ms, reconnects ${reconnects.join(', ')}, 0 lost`,
  )
})

test('the database is killed ten times under load: presence is right again, nobody stays behind', async () => {
  const [anna, bela] = (await people(2)) as [SignedIn, SignedIn]
  const writer = writing(anna, front.port)
  const browsers = await Promise.all([anna, bela, bela].map(person => browser(person)))
  for (let round = 0; round < 10; round++) {
    const postmaster = Number(readFileSync(join(postgres.dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0])
    const before = browsers.map(({ seen }) => seen.connections)
    process.kill(postmaster, 'SIGKILL')
    // Connected people stay, and come back once their node has the database again.
    const state = () =>
      browsers.map(({ seen, room }, index) => ({
        isBack: seen.connections > (before[index] ?? 0),
        isIn: room.subscribed,
        people: room.members.count,
      }))
    await delay(500 + Math.random() * 1000)
    await expect
      .poll(state, { timeout: 30_000, interval: 100 })
      .toEqual(browsers.map(() => ({ isBack: true, isIn: true, people: 2 })))
  }
  await sdkOf(front.port).trigger(roomOf(anna), 'news', { number: 1 })
  await expect.poll(() => browsers.map(({ seen }) => seen.numbers.at(-1))).toEqual([1, 1, 1])
  const writes = await writer.stop()
  const stored = await storedNames(anna)
  expect(writes.filter(({ name, status }) => status === 201 && !stored.includes(name))).toEqual([])
  expect(writes.filter(({ status }) => ![201, 503].includes(status))).toEqual([])
  const reconnects = browsers.map(({ seen }) => seen.connections - 1)
  console.log(`database killed 10 times: ${writes.length} writes, reconnects ${reconnects.join(', ')}, 0 lost`)
})

test('20 authors of 100 messages on two nodes are heard by ten readers in one order', async () => {
  const [anna] = (await people(1)) as [SignedIn]
  const readers = await Promise.all(Array.from({ length: 10 }, (_, index) => browser(anna, tends[index % 2]?.port)))
  const before = performance.now()
  await Promise.all(
    Array.from({ length: 20 }, async (_, author) => {
      const sdk = sdkOf(tends[author % 2]?.port ?? 0)
      for (let index = 0; index < 100; index++) {
        await sdk.trigger(roomOf(anna), 'news', { number: author * 100 + index })
      }
    }),
  )
  await expect
    .poll(() => readers.map(({ seen }) => seen.numbers.length), { timeout: 20_000 })
    .toEqual(readers.map(() => 2000))
  const [first, ...others] = readers.map(({ seen }) => seen.numbers)
  for (const other of others) expect(other).toEqual(first)
  expect(new Set(first).size).toBe(2000)
  for (let author = 0; author < 20; author++) {
    const own = first?.filter(number => Math.floor(number / 100) === author) ?? []
    expect(own).toEqual(own.toSorted((one, other) => one - other))
  }
  console.log(`2,000 of 2,000 messages at each of 10 readers in ${Math.round(performance.now() - before)} ms`)
})

test('with nodes killed and restarted twenty times, present people are seen and gone ones are not', async () => {
  const [anna, bela] = (await people(2)) as [SignedIn, SignedIn]
  const browsers = await Promise.all([anna, bela].map(person => browser(person)))
  const worst = { removed: 0 }
  for (let round = 0; round < 20; round++) {
    const index = round % 2
    const doomed = tends[index]
    const survivor = tends[1 - index]
    if (!doomed || !survivor) throw new Error('A tend is missing.')
    const [ghost] = (await people(1)) as [SignedIn]
    const watcher = await browser({ ...ghost }, survivor.port)
    const database = await connect(postgres.url)
    await database.query('update memberships set company_id = $1 where user_id = $2', [anna.companyId, ghost.id])
    await database.query('update sessions set company_id = $1 where user_id = $2', [anna.companyId, ghost.id])
    await database.end()
    await browser({ ...ghost, companyId: anna.companyId }, doomed.port)
    watcher.pusher.disconnect()
    const before = Date.now()
    await doomed.kill()
    const seen = () => browsers.map(({ room }) => (room.subscribed ? Object.keys(room.members.members) : []))
    const both = [anna, bela].map(({ id }) => String(id))
    await expect.poll(seen, { timeout: 40_000, interval: 50 }).toEqual(browsers.map(() => expect.arrayContaining(both)))
    await expect.poll(() => seen().flat().includes(String(ghost.id)), { timeout: 15_000, interval: 50 }).toBe(false)
    worst.removed = Math.max(worst.removed, Date.now() - before)
    // The same place in the balancer's list.
    const restarted = await spawnTend(postgres.url)
    tends[index] = restarted
    front.replace(doomed.port, restarted.port)
  }
  const database = await connect(postgres.url)
  const sockets = async () => (await database.query('select from realtime_members')).rowCount
  await expect.poll(sockets, { timeout: 15_000 }).toBe(2)
  await database.end()
  console.log(`20 nodes killed: the longest until a person was gone for all ${worst.removed} ms`)
})

test('a rolling restart loses no request, and nearly everybody is back within three seconds', async () => {
  const [anna, bela] = (await people(2)) as [SignedIn, SignedIn]
  const browsers = await Promise.all(Array.from({ length: 40 }, (_, index) => browser(index % 2 ? anna : bela)))
  const writer = writing(anna, front.port)
  const away: number[] = []
  for (const { pusher, room } of browsers) {
    let left = 0
    pusher.connection.bind('state_change', ({ previous }: { previous: string }) => {
      if (previous === 'connected') left = performance.now()
    })
    room.bind('pusher:subscription_succeeded', () => away.push(performance.now() - left))
  }
  for (const index of [0, 1]) {
    const [old, renewed] = [tends[index], await spawnTend(postgres.url)]
    if (!old) throw new Error('A tend is missing.')
    front.replace(old.port, renewed.port)
    tends[index] = renewed
    await old.stop()
    await delay(2000)
  }
  await expect.poll(() => browsers.every(({ room }) => room.subscribed), { timeout: 20_000 }).toBe(true)
  const writes = await writer.stop()
  expect(writes.filter(({ status }) => status !== 201)).toEqual([])
  const stored = await storedNames(anna)
  expect(writes.filter(({ name }) => !stored.includes(name))).toEqual([])
  const sorted = away.toSorted((one, other) => one - other)
  const share = sorted[Math.floor(sorted.length * 0.95)] ?? 0
  expect(share).toBeLessThan(3000)
  console.log(
    `rolling restart: ${writes.length} writes, 0 failed, 95 % of ${away.length} reconnects within ` +
      `${Math.round(share)} ms`,
  )
})

/** Megabytes that a process holds. */
function memoryOf({ child }: TendProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(status.match(/VmRSS:\s+(\d+)/)?.[1]) / 1024
}

test.skipIf(process.platform !== 'linux')('a flood of sockets does not keep others from their work', async () => {
  const [anna] = (await people(1)) as [SignedIn]
  const [tend] = tends as [TendProcess]
  const writer = writing(anna, tend.port)
  await delay(2000)
  const idle = memoryOf(tend)
  const url = `ws://127.0.0.1:${tend.port}/app/${APP.key}?protocol=7`
  const sockets = new Set<WebSocket>()
  const codes = new Map<number, number>()
  const open = () => {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', code => {
      sockets.delete(socket)
      codes.set(code, (codes.get(code) ?? 0) + 1)
    })
    return socket
  }
  const isOn = { flood: true }
  const flood = (async () => {
    for (let number = 0; isOn.flood; number++) {
      if (sockets.size < 2000) for (let more = 0; more < 8; more++) open()
      const all = [...sockets].filter(({ readyState }) => readyState === WebSocket.OPEN)
      for (const socket of all.slice(0, 20)) {
        for (let again = 0; again < 10; again++) {
          socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel: `private-${again}`, auth: 'x' } }))
        }
      }
      if (number % 20 === 0) all.at(-1)?.send('x'.repeat(20 * 1024 * 1024))
      await delay(100)
    }
  })()
  await delay(30_000)
  const during = writer.writes.slice(-200).map(({ took }) => took)
  const peak = memoryOf(tend)
  isOn.flood = false
  await flood
  for (const socket of sockets) socket.terminate()
  const calm = async () => memoryOf(tend) - idle < 60
  await expect.poll(calm, { timeout: 90_000, interval: 1000 }).toBe(true)
  const writes = await writer.stop()
  const p95 = during.toSorted((one, other) => one - other)[Math.floor(during.length * 0.95)] ?? 0
  console.log(
    `flood: closed ${JSON.stringify([...codes])}, a write takes ${Math.round(p95)} ms (p95), ` +
      `memory ${Math.round(idle)} → ${Math.round(peak)} → ${Math.round(memoryOf(tend))} MB`,
  )
  expect(codes.get(4100)).toBeGreaterThan(0)
  expect(codes.get(1009)).toBeGreaterThan(0)
  expect(p95, 'milliseconds').toBeLessThan(2000)
  expect(peak).toBeLessThan(500)
  expect(writes.filter(({ status }) => status !== 201)).toEqual([])
})
