import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { connect, hubsOn, newDatabase } from '../../test/nodes/nodes.ts'
import { startTestServer, type TestServer } from '../../test/pusher/pusherServer.ts'
import type { RawClient } from '../../test/pusher/rawClient.ts'

let ownerUrl: string
let database: Client
let one: TestServer
let two: TestServer

beforeAll(async () => {
  ownerUrl = await newDatabase()
  database = await connect(ownerUrl)
})
afterAll(() => database.end())
beforeEach(async () => {
  const times = { seconds: 20, renewEveryMs: 50 }
  ;[one, two] = (await Promise.all([1, 2].map(() => startTestServer({}, {}, hubsOn(ownerUrl, 1, times))))) as [
    TestServer,
    TestServer,
  ]
})
afterEach(async () => {
  await Promise.all([one.stop(), two.stop()])
  expect((await database.query('select from realtime_nodes')).rowCount).toBe(0)
})

const ROOM = 'presence-company.1'
const [anna, bela, cili] = [1, 2, 3].map(userId => ({ userId, name: `Person ${userId}` })) as [
  Someone,
  Someone,
  Someone,
]
type Someone = { userId: number; name: string }

/** What a client knows of a room, from nothing but its frames; it notes what cannot be. */
function roster(client: RawClient) {
  const members = new Set<string>()
  const wrong: string[] = []
  client.socket.on('message', message => {
    const { event, data } = JSON.parse(message.toString())
    const parsed = JSON.parse(data)
    if (event === 'pusher_internal:subscription_succeeded') for (const id of parsed.presence.ids) members.add(id)
    if (event === 'pusher_internal:member_added') {
      if (members.has(parsed.user_id)) wrong.push(`${parsed.user_id} came twice`)
      members.add(parsed.user_id)
    }
    if (event === 'pusher_internal:member_removed' && !members.delete(parsed.user_id))
      wrong.push(`${parsed.user_id} went and was not there`)
  })
  return { ids: () => [...members].toSorted(), wrong }
}

async function enter(server: TestServer, person: Someone & { hidden?: boolean }) {
  const client = await server.raw()
  const known = roster(client)
  const socketId = await client.socketId()
  const asked = { channel: ROOM, ...(await server.authorize(socketId, ROOM, person)) }
  client.send({ event: 'pusher:subscribe', data: asked })
  await client.next('pusher_internal:subscription_succeeded')
  return { client, known }
}

test('a person with sockets on two nodes comes once and goes once, and both nodes know of everybody', async () => {
  const watcher = await enter(two, bela)
  const [phone, desk] = [await enter(one, anna), await enter(two, anna)]
  expect(await watcher.client.nextData('pusher_internal:member_added')).toEqual({
    user_id: '1',
    user_info: { name: 'Person 1' },
  })
  for (const { known } of [phone, desk, watcher]) expect(known.ids()).toEqual(['1', '2'])
  for (const server of [one, two]) expect(await server.pusher.members(ROOM)).toEqual(['2', '1'])

  phone.client.disconnect()
  await expect.poll(one.pusher.counts).toMatchObject({ sockets: 0, presenceChannels: 0 })
  expect(await watcher.client.rest()).toEqual([])
  expect(one.gone).toEqual([])
  desk.client.disconnect()
  expect(await watcher.client.nextData('pusher_internal:member_removed')).toEqual({ user_id: '1' })
  await expect.poll(() => [one.gone, two.gone]).toEqual([[], [[ROOM, '1']]])
})

test('however people come and go at once, every client knows who is there, and hears each change once', async () => {
  const people = Array.from({ length: 12 }, (_, index) => ({ userId: index + 1, name: `Person ${index + 1}` }))
  const watchers = await Promise.all(
    [one, two].map(server => enter(server, { userId: 99, name: 'Watcher', hidden: true })),
  )
  const staying = await Promise.all(
    people.map(async person => {
      for (let round = 0; round < 6; round++) {
        const server = (person.userId + round) % 2 ? one : two
        const [, second] = await Promise.all([enter(server, person), enter(server === one ? two : one, person)])
        second.client.disconnect()
      }
      for (const server of [one, two]) expect(await server.pusher.members(ROOM)).toContain(String(person.userId))
      return person.userId
    }),
  )
  const everybody = staying.map(String).toSorted()
  for (const { client, known } of watchers) {
    await client.rest()
    expect(known.ids()).toEqual(everybody)
    expect(known.wrong).toEqual([])
  }
  for (const server of [one, two]) server.cut()
  await expect.poll(() => one.pusher.members(ROOM)).toEqual([])
  const gone = () => [...one.gone, ...two.gone].map(([, userId]) => userId)
  await expect.poll(() => new Set(gone()).size).toBe(everybody.length)
  expect(gone().filter(id => !everybody.includes(id))).toEqual([])
})

/** A node that has died with these people in these rooms. */
async function deadNode(rooms: string[], ...people: Someone[]) {
  const id = randomUUID()
  await database.query("insert into realtime_nodes values ($1, clock_timestamp() + interval '1 hour')", [id])
  for (const room of rooms)
    for (const { userId, name } of people)
      await database.query(
        'insert into realtime_members (channel, socket_id, node_id, user_id, user_info) values ($1, $2, $3, $4, $5)',
        [room, `${userId}.${randomUUID()}`, id, userId, JSON.stringify({ name })],
      )
  return () =>
    database.query("update realtime_nodes set expires_at = clock_timestamp() - interval '1 ms' where id = $1", [id])
}

test('members that a dead node left are removed once, and people elsewhere stay', async () => {
  const die = await deadNode([ROOM, 'presence-company.2'], anna, bela)
  const watchers = [await enter(one, bela), await enter(two, cili)]
  for (const { known } of watchers) expect(known.ids()).toEqual(['1', '2', '3'].slice(0, known.ids().length))
  await die()
  for (const { client, known } of watchers) {
    expect(await client.nextData('pusher_internal:member_removed')).toEqual({ user_id: '1' })
    await client.rest()
    expect(known.ids()).toEqual(['2', '3'])
    expect(known.wrong).toEqual([])
  }
  await expect
    .poll(() => [...one.gone, ...two.gone].toSorted())
    .toEqual([
      [ROOM, '1'],
      ['presence-company.2', '1'],
      ['presence-company.2', '2'],
    ])
})

test('many rooms of several dead nodes are cleared by both living nodes together, each person once', async () => {
  const rooms = Array.from({ length: 20 }, (_, index) => `presence-company.${index + 1}`)
  const deaths = await Promise.all([1, 2, 3].map(() => deadNode(rooms, anna, bela)))
  const watchers = await Promise.all([one, two].map(server => enter(server, cili)))
  await Promise.all(deaths.map(die => die()))
  await expect
    .poll(async () => (await database.query('select from realtime_members')).rowCount, { timeout: 5000 })
    .toBe(2)
  for (const { client, known } of watchers) {
    await client.rest()
    expect(known.ids()).toEqual(['3'])
    expect(known.wrong).toEqual([])
  }
  await expect.poll(() => [...one.gone, ...two.gone].length).toBe(2 * rooms.length)
})

test('a node taken for dead admits nobody until it noticed, and then writes its people again', async () => {
  const stalled = await startTestServer({}, {}, hubsOn(ownerUrl, 1, { seconds: 60, renewEveryMs: 2000 }))
  const [inside, watcher] = [await enter(stalled, anna), await enter(two, bela)]
  // As if it had not renewed its lease; again, where it did so in this very moment.
  const expire = () =>
    database.query(
      `update realtime_nodes set expires_at = clock_timestamp() - interval '1 ms'
       where id in (select node_id from realtime_members where user_id = '1')`,
    )
  await expect
    .poll(async () => {
      await expire()
      return two.pusher.members(ROOM)
    })
    .toEqual(['2'])
  expect(await watcher.client.nextData('pusher_internal:member_removed')).toEqual({ user_id: '1' })
  const late = await stalled.raw()
  const asked = { channel: ROOM, ...(await stalled.authorize(await late.socketId(), ROOM, cili)) }
  late.send({ event: 'pusher:subscribe', data: asked })
  expect(await late.closed).toBe(4100)

  expect(await watcher.client.nextData('pusher_internal:member_added')).toMatchObject({ user_id: '1' })
  for (const { client, known } of [inside, watcher]) {
    await client.rest()
    expect(known.ids()).toEqual(['1', '2'])
    expect(known.wrong).toEqual([])
  }
  await expect.poll(() => [...one.gone, ...two.gone]).toEqual([[ROOM, '1']])
  await stalled.stop()
})
