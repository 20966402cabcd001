import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PresenceChannel } from 'pusher-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isolation, jobs } from '../../registry.ts'
import { connect, hubsOn } from '../../test/nodes/nodes.ts'
import { heard, startTestServer, type TestServer } from '../../test/pusher/pusherServer.ts'
import { migrate } from '../db/migrate.ts'
import { prepareJobs } from '../jobs/jobs.ts'
import { type RunningPostgres, startPostgres } from '../postgres/embedded.ts'

const A = 'private-a'
const ROOM = 'presence-company.1'
const anna = { userId: 1, name: 'Anna' }
const bela = { userId: 2, name: 'Béla' }
const cili = { userId: 3, name: 'Cili' }

let dataDir: string
let postgres: RunningPostgres
let one: TestServer
let two: TestServer

const start = () => startPostgres({ dataDir, durable: false, log: () => {} })

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tend-outage-'))
  // PostgreSQL runs as another user when the tests run as root, and must be able to reach its folder.
  chmodSync(dataDir, 0o755)
  postgres = await start()
  await migrate(postgres.url, { isolation, prepare: () => prepareJobs(postgres.url, jobs) })
})
afterAll(async () => {
  await postgres?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** pusher-js in the channels, with the close codes of its connections. */
async function browser(server: TestServer, person: { userId: number; name: string }) {
  const pusher = server.client(person)
  const channel = pusher.subscribe(A)
  const room = pusher.subscribe(ROOM) as PresenceChannel
  await Promise.all([channel, room].map(joined => heard(joined, 'pusher:subscription_succeeded')))
  const seen = { connections: 1, entered: 1 }
  pusher.connection.bind('connected', () => seen.connections++)
  room.bind('pusher:subscription_succeeded', () => seen.entered++)
  return { pusher, channel, room, seen }
}

/** Whether a socket answers, without asking the other nodes. */
async function answers(client: Awaited<ReturnType<TestServer['raw']>>) {
  client.send({ event: 'pusher:ping', data: {} })
  await client.next('pusher:pong')
  return true
}

test('while the database is away all stay and nobody enters; then everybody comes back once', async () => {
  ;[one, two] = (await Promise.all([1, 2].map(() => startTestServer({}, {}, hubsOn(postgres.url, 1))))) as [
    TestServer,
    TestServer,
  ]
  const [here, there] = [await browser(one, anna), await browser(two, bela)]
  const inside = await one.member(anna, A)
  const leaving = await two.member(cili, ROOM)
  await postgres.stop()
  await expect
    .poll(() =>
      one.nodes[0]?.caughtUp().then(
        () => true,
        () => false,
      ),
    )
    .toBe(false)

  expect(await answers(inside)).toBe(true)
  const late = await one.raw()
  late.send({
    event: 'pusher:subscribe',
    data: { channel: A, ...(await one.authorize(await late.socketId(), A, bela)) },
  })
  expect(await late.closed).toBe(4100)
  const asked = [one.authorize('1.1', A, bela), one.pusher.publish(A, 'news', {}), one.pusher.revoke({ userId: 1 })]
  const answered = await Promise.all(asked.map(asking => asking.catch(({ code }) => code)))
  expect(answered).toEqual(['unavailable', 'unavailable', 'unavailable'])
  // One of them leaves while nobody can be told.
  leaving.disconnect()
  expect([here, there].map(({ pusher }) => pusher.connection.state)).toEqual(['connected', 'connected'])
  expect([here, there].map(({ seen }) => seen.connections)).toEqual([1, 1])

  postgres = await start()
  expect(await inside.closed).toBe(4200)
  await expect
    .poll(() => [here, there].map(({ seen }) => seen), { timeout: 8000 })
    .toEqual([
      { connections: 2, entered: 2 },
      { connections: 2, entered: 2 },
    ])
  for (const { room } of [here, there]) await expect.poll(() => Object.keys(room.members.members)).toEqual(['1', '2'])
  const news = [here, there].map(({ channel }) => heard(channel, 'news'))
  await two.pusher.publish(A, 'news', { id: 1 })
  for (const one of news) expect(await one).toEqual({ id: 1 })
  await new Promise(resolve => setTimeout(resolve, 300))
  expect([here, there].map(({ seen }) => seen.connections)).toEqual([2, 2])
  await Promise.all([one.stop(), two.stop()])
})

test('when only the line of one node is cut, its clients come back once and the others notice nothing', async () => {
  const cut = await startTestServer({}, {}, hubsOn(postgres.url, 1))
  const whole = await startTestServer({}, {}, hubsOn(postgres.url, 1))
  const [here, there] = [await browser(cut, anna), await browser(whole, bela)]
  const database = await connect(postgres.url)
  const { rows } = await database.query(
    `select pid from pg_stat_activity where application_name = 'tend node' order by backend_start limit 1`,
  )
  await database.query('select pg_terminate_backend($1)', [rows[0].pid])
  await expect.poll(() => here.seen, { timeout: 5000 }).toEqual({ connections: 2, entered: 2 })
  expect(there.seen).toEqual({ connections: 1, entered: 1 })
  const news = [here, there].map(({ channel }) => heard(channel, 'news'))
  await whole.pusher.publish(A, 'news', { id: 1 })
  for (const one of news) expect(await one).toEqual({ id: 1 })
  await expect.poll(() => Object.keys(there.room.members.members)).toEqual(expect.arrayContaining(['1', '2']))
  await Promise.all([cut.stop(), whole.stop()])
  const left = await database.query('select from realtime_members')
  expect(left.rowCount).toBe(0)
  await database.end()
})

test('a node that keeps losing its connection still signs for sockets of another', async () => {
  const database = await connect(postgres.url)
  const lines = async () => {
    const asked = `select pid from pg_stat_activity where application_name = 'tend node'`
    return (await database.query<{ pid: number }>(asked)).rows.map(({ pid }) => pid)
  }
  const whole = await startTestServer({}, {}, hubsOn(postgres.url, 1))
  const [spared] = await lines()
  const cut = await startTestServer({}, {}, hubsOn(postgres.url, 1))
  for (let time = 0; time < 6; time++) {
    const line = async () => (await lines()).find(pid => pid !== spared)
    await expect.poll(line, { timeout: 10_000, interval: 20 }).toBeDefined()
    await database.query('select pg_terminate_backend($1)', [await line()])
    await expect.poll(line, { interval: 20 }).toBeUndefined()
  }
  const socket = await whole.raw()
  const signed = await cut.authorize(await socket.socketId(), A, bela)
  socket.send({ event: 'pusher:subscribe', data: { channel: A, ...signed } })
  await socket.next('pusher_internal:subscription_succeeded')
  await Promise.all([cut.stop(), whole.stop()])
  await database.end()
})
