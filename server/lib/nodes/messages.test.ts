import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Client, Pool } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { connect, hubsOn, newDatabase } from '../../test/nodes/nodes.ts'
import { startTestServer, type TestServer } from '../../test/pusher/pusherServer.ts'
import { type Database, openPools, type Pools, withDatabase } from '../db/pools.ts'
import type { PusherServer } from '../pusher/server.ts'
import { clearStored } from './notifications.ts'

const anna = { userId: 1, sessionId: 10 }
const A = 'private-a'
const nobody = { companyId: null, userId: null }

let ownerUrl: string
let database: Client
let pools: Pools
let one: TestServer
let two: TestServer

beforeAll(async () => {
  ownerUrl = await newDatabase()
  database = await connect(ownerUrl)
  pools = openPools(ownerUrl, { requests: 4, jobs: 2, deliveries: 2 }, () => {})
})
afterAll(async () => {
  await pools.close()
  await database.end()
})
beforeEach(async () => {
  one = await startTestServer({}, {}, hubsOn(ownerUrl, 1))
  two = await startTestServer({}, {}, hubsOn(ownerUrl, 1))
})
afterEach(() => Promise.all([one.stop(), two.stop()]))

/** The node behind a test server. */
function nodeOf({ nodes: [node] }: TestServer): PusherServer {
  if (!node) throw new Error('There is no node.')
  return node
}

/** Publishes events in a transaction, with which they happen or not. */
const inTransaction = (pool: Pool, work: (db: Database) => Promise<unknown>) => withDatabase(pool, nobody, true, work)
const news = (data: unknown) => [{ channels: [A], event: 'news', data }]

test('events of a transaction reach every node once at its commit, and never without it', async () => {
  const readers = [await one.member(anna, A), await two.member(anna, A)]
  const committed = Promise.withResolvers<void>()
  const publishing = inTransaction(pools.walled, async db => {
    await nodeOf(one).publish(news({ id: 1 }), db)
    await nodeOf(one).publish(news({ id: 1 }), db)
    await committed.promise
  })
  await inTransaction(pools.walled, async db => {
    await nodeOf(one).publish(news({ id: 2 }), db)
    throw new Error('changed its mind')
  }).catch(() => {})
  for (const reader of readers) expect(await reader.rest()).toEqual([])
  committed.resolve()
  await publishing
  for (const reader of readers) {
    expect((await reader.rest()).map(({ data }) => data)).toEqual(['{"id":1}', '{"id":1}'])
  }
})

test('an event of any size arrives whole and in order', async () => {
  const readers = [await one.member(anna, A), await two.member(anna, A)]
  const sizes = [1, 7_000, 7_800, 7_900, 8_000, 8_100, 30_000, 500_000, 2]
  await Promise.all(
    sizes.map((size, index) => nodeOf(one).publish(news({ index, text: 'ő'.repeat(size / 2), nul: '\u0000' }))),
  )
  for (const size of sizes) {
    const event = news({ index: -1, text: 'x'.repeat(size) })
    await inTransaction(pools.walled, db => nodeOf(two).publish(event, db))
  }
  for (const reader of readers) {
    const events = (await reader.rest()).map(({ data }) => JSON.parse(String(data)))
    expect(events.map(({ index }) => index)).toEqual([...sizes.keys(), ...sizes.map(() => -1)])
    expect(events.map(({ text }) => text.length)).toEqual([...sizes.map(size => Math.floor(size / 2)), ...sizes])
    expect(events[0].nul).toBe('\u0000')
  }
})

test('many events of one transaction arrive whole, in their order, and next to each other', async () => {
  const readers = [await one.member(anna, A), await two.member(anna, A)]
  const of = (count: number, author: string) =>
    Array.from({ length: count }, (_, index) => news({ author, index, text: 'x'.repeat(900) })).flat()
  // Of the sizes that go as one notification, as some, and as a row.
  for (const count of [3, 30, 100])
    await Promise.all(
      ['first', 'second'].map((author, at) =>
        inTransaction(pools.walled, db => nodeOf(at ? one : two).publish(of(count, author), db)),
      ),
    )
  for (const reader of readers) {
    const events = (await reader.rest()).map(({ data }) => JSON.parse(String(data)))
    expect(events).toHaveLength(266)
    for (const author of ['first', 'second'])
      expect(events.filter(event => event.author === author).map(({ index }) => index)).toEqual(
        [3, 30, 100].flatMap(count => [...Array(count).keys()]),
      )
    const turns = events.filter(({ author }, at) => author !== events[at - 1]?.author)
    expect(turns.length).toBeLessThanOrEqual(6)
  }
})

test('an event to many travels once, and each channel hears its own part', async () => {
  const [here, there] = [await one.member(anna, A), await two.member(anna, 'private-b')]
  const own = { [A]: { unread: 1 }, 'private-b': { unread: 2 } }
  await nodeOf(one).publish([{ channels: [A, 'private-b'], event: 'news', data: { text: 'Calves are in' }, own }])
  const [hers, others] = [await here.rest(), await there.rest()]
  expect(hers.map(({ data }) => JSON.parse(String(data)))).toEqual([{ text: 'Calves are in', unread: 1 }])
  expect(others.map(({ data }) => JSON.parse(String(data)))).toEqual([{ text: 'Calves are in', unread: 2 }])
})

test('with many publishers every node hears one order, and each author their own', async () => {
  const readers = [await one.member(anna, A), await two.member(anna, A)]
  const authors = Array.from({ length: 20 }, (_, author) => author)
  await Promise.all(
    authors.map(async author => {
      const node = nodeOf(author % 2 ? one : two)
      for (let number = 0; number < 20; number++) {
        const event = news({ author, number, text: 'x'.repeat(number % 7 === 0 ? 9000 : 10) })
        if (author < 10) await inTransaction(pools.walled, db => node.publish(event, db))
        else await node.publish(event)
      }
    }),
  )
  const [here, there] = await Promise.all(
    readers.map(async reader => (await reader.rest()).map(({ data }) => JSON.parse(String(data)))),
  )
  expect(here).toHaveLength(400)
  expect(there).toEqual(here)
  for (const author of authors) {
    const numbers = here?.filter(event => event.author === author).map(({ number }) => number)
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, number) => number))
  }
})

test('a revocation of one node reaches the others within a second, with its transaction', async () => {
  const [here, there] = [await one.member(anna, A, 'private-b'), await two.member(anna, A, 'private-b')]
  await inTransaction(pools.walled, async db => {
    await nodeOf(one).revoke({ userId: 1 }, db)
    throw new Error('changed its mind')
  }).catch(() => {})
  expect([...(await here.rest()), ...(await there.rest())]).toEqual([])

  await inTransaction(pools.walled, db => nodeOf(one).revoke({ userId: 1, channel: A }, db))
  const before = Date.now()
  for (const client of [here, there]) expect((await client.next('pusher:subscription_error')).channel).toBe(A)
  await nodeOf(two).revoke({ sessionId: 10 })
  expect(await Promise.all([here.closed, there.closed])).toEqual([4009, 4009])
  expect(Date.now() - before).toBeLessThan(1000)
})

test('a channel signed by one node is entered on another at once, a hundred times', async () => {
  const client = await one.raw()
  const socketId = await client.socketId()
  for (let round = 0; round < 100; round++) {
    const channel = `private-${round}`
    client.send({ event: 'pusher:subscribe', data: { channel, ...(await two.authorize(socketId, channel, anna)) } })
    await client.next('pusher_internal:subscription_succeeded')
  }
  expect(one.pusher.counts()).toMatchObject({ channels: 100, grants: 1 })
  expect(two.pusher.counts()).toMatchObject({ sockets: 0, grants: 0 })
})

test('a client that leaves while its grant is still on its way is not in, and may ask again', async () => {
  const client = await one.raw()
  const asked = { channel: A, ...(await two.authorize(await client.socketId(), A, anna)) }
  client.send({ event: 'pusher:subscribe', data: asked })
  client.send({ event: 'pusher:unsubscribe', data: { channel: A } })
  await client.rest()
  await nodeOf(two).publish(news({}))
  expect((await client.rest()).filter(({ event }) => event === 'news')).toEqual([])
  client.send({ event: 'pusher:subscribe', data: asked })
  await client.next('pusher_internal:subscription_succeeded')
})

test('a node that is stopped in the middle of a count is not waited for', async () => {
  const [here] = [await one.member(anna, A), await two.member(anna, A)]
  const three = await startTestServer({}, {}, hubsOn(ownerUrl, 1, { seconds: 60, renewEveryMs: 60_000 }))
  expect(await nodeOf(one).subscriptionCounts('private-*')).toEqual(new Map([[A, 2]]))
  // Its lease lives on for a while.
  const { rows } = await database.query('select id, expires_at from realtime_nodes order by expires_at desc limit 1')
  await three.stop()
  await database.query('insert into realtime_nodes values ($1, $2)', [rows[0].id, rows[0].expires_at])
  const before = Date.now()
  expect(await nodeOf(one).subscriptionCounts([A, 'private-b'])).toEqual(new Map([[A, 2]]))
  expect(Date.now() - before).toBeLessThan(3000)
  await database.query('delete from realtime_nodes where id = $1', [rows[0].id])
  here.disconnect()
})

test('foreign messages on the same channel do no harm', async () => {
  const reader = await one.member(anna, A)
  for (const payload of [
    '',
    'nonsense',
    '{}',
    '[1]',
    '[1,null]',
    '[1,{"kind":"unknown"}]',
    '[1,{"kind":"event"}]',
    '#',
    '#1',
  ]) {
    await database.query('select pg_notify($1, $2)', ['tend', payload])
  }
  await nodeOf(two).publish(news({}))
  await reader.next('news')
})

test('clients reconnect where a long message was gone before it was read', async () => {
  const readers = [await one.member(anna, A), await two.member(anna, A)]
  await database.query('select pg_notify($1, $2)', ['tend', `#${randomUUID()}`])
  expect(await Promise.all(readers.map(({ closed }) => closed))).toEqual([4200, 4200])
  const reader = await one.member(anna, A)
  await nodeOf(two).publish(news({}))
  await reader.next('news')
})

test('the role of requests may write long messages, and read none of others', async () => {
  await inTransaction(pools.walled, db => nodeOf(one).publish(news({ text: 'x'.repeat(9000) }), db))
  const refused = [
    'select body from realtime_payloads',
    'delete from realtime_payloads',
    'select from realtime_members',
  ]
  for (const statement of [
    ...refused,
    'select from realtime_nodes',
    'insert into realtime_nodes values (null, null)',
  ]) {
    const error = await inTransaction(pools.walled, db => db.execute(sql.raw(statement))).catch(({ cause }) => cause)
    expect(error).toMatchObject({ code: '42501' })
  }
})

test('momentary rows cost no journal of the database', async () => {
  const { rows } = await database.query(
    "select relname as name, relpersistence as kind from pg_class where relname like 'realtime%' and " +
      "relkind = 'r' order by 1",
  )
  expect(rows).toEqual(['members', 'nodes', 'payloads'].map(name => ({ name: `realtime_${name}`, kind: 'u' })))
})

test('long messages are cleared away once all have read them', async () => {
  await nodeOf(one).publish(news({ text: 'x'.repeat(9000) }))
  const count = async () => (await database.query('select from realtime_payloads')).rowCount ?? 0
  const kept = await count()
  await clearStored(database)
  expect(await count()).toBe(kept)
  await database.query("update realtime_payloads set created_at = clock_timestamp() - interval '6 minutes'")
  await clearStored(database)
  expect([kept > 0, await count()]).toEqual([true, 0])
})
