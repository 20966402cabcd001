import { afterEach, beforeEach, expect, test } from 'vitest'
import { memoryAdapter } from '../../test/pusher/memoryAdapter.ts'
import { startTestServer, type TestServer } from '../../test/pusher/pusherServer.ts'
import type { RawClient } from '../../test/pusher/rawClient.ts'
import type { MakeAdapter } from './adapter.ts'

/** An adapter such as one over a database: it answers later, and may fail. */
const far = {
  pending: [] as (() => void)[],
  away: false,
  left: [] as string[],
  /** between the moment at which the list is true and the answer */
  entering: async () => {},
}
const farAdapter: MakeAdapter = listeners => {
  const near = memoryAdapter(listeners)
  return {
    ...near,
    async join(...input) {
      if (far.away) throw new Error('the database is away')
      await new Promise<void>(resolve => far.pending.push(resolve))
      const members = await near.join(...input)
      await far.entering()
      return members
    },
    async leave(channel, socketId) {
      if (far.away) throw new Error('the database is away')
      far.left.push(channel)
      await near.leave(channel, socketId)
    },
  }
}

let server: TestServer
beforeEach(async () => {
  Object.assign(far, { pending: [], away: false, left: [], entering: async () => {} })
  server = await startTestServer({}, {}, [farAdapter])
})
afterEach(() => server.stop())

const CHANNEL = 'presence-company.1'
const anna = { userId: 1 }

async function asking() {
  const client = await server.raw()
  const data = { channel: CHANNEL, ...(await server.authorize(await client.socketId(), CHANNEL, anna)) }
  client.send({ event: 'pusher:subscribe', data })
  await expect.poll(() => far.pending).toHaveLength(1)
  return { client, answer: () => far.pending.shift()?.() }
}

test('what happens in a channel while it is entered is heard, after the confirmation', async () => {
  const { client, answer } = await asking()
  await server.pusher.publish(CHANNEL, 'first', {})
  await server.pusher.publish(CHANNEL, 'second', {})
  expect(await client.rest()).toEqual([])
  answer()
  await server.pusher.publish(CHANNEL, 'third', {})
  await client.next('third')
  expect((await client.rest()).map(({ event }) => event)).toEqual([
    'pusher_internal:subscription_succeeded',
    'first',
    'second',
  ])
})

test('of people who come and go during entering, the client hears all that its list misses', async () => {
  const { client, answer } = await asking()
  const came = (userId: number) =>
    server.pusher.publish(CHANNEL, 'pusher_internal:member_added', { user_id: String(userId), user_info: {} })
  await came(2)
  far.entering = async () => void (await came(3))
  answer()
  await client.next('pusher_internal:subscription_succeeded')
  await came(4)
  expect((await client.rest()).map(({ data }) => JSON.parse(String(data)).user_id)).toEqual(['3', '4'])
})

test.each<[string, (client: RawClient) => void]>([
  ['closes', client => client.disconnect()],
  ['leaves', client => client.send({ event: 'pusher:unsubscribe', data: { channel: CHANNEL } })],
  ['loses its access', () => server.pusher.revoke({ userId: 1, channel: CHANNEL })],
])('a client that %s while it enters is not in and leaves nothing behind', async (_, end) => {
  const { client, answer } = await asking()
  end(client)
  await expect.poll(server.pusher.counts).toMatchObject({ channels: 0 })
  answer()
  await expect.poll(() => far.left).toEqual([CHANNEL])
  expect(await server.pusher.members(CHANNEL)).toEqual([])
  if (client.socket.readyState === client.socket.OPEN) await client.rest().then(rest => client.received.push(...rest))
  expect(client.received.map(({ event }) => event)).not.toContain('pusher_internal:subscription_succeeded')
})

test('a client event before the confirmation is an error', async () => {
  const { client, answer } = await asking()
  client.send({ event: 'client-typing', channel: CHANNEL, data: {} })
  await client.next('pusher:error')
  answer()
})

test('while the adapter is away newcomers are told to return, and connected people stay', async () => {
  const { client, answer } = await asking()
  answer()
  await client.next('pusher_internal:subscription_succeeded')
  far.away = true
  const refused = await server.raw()
  const data = {
    channel: 'private-a',
    ...(await server.authorize(await refused.socketId(), 'private-a', { userId: 2 })),
  }
  refused.send({ event: 'pusher:subscribe', data })
  expect(await refused.closed).toBe(4100)
  expect(await client.rest()).toEqual([])
  expect(server.logged.length).toBeGreaterThan(0)

  far.away = false
  const back = await asking()
  back.answer()
  await back.client.next('pusher_internal:subscription_succeeded')
})
