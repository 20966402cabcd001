import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { settings } from '../../test/nodes/nodes.ts'
import { APP, heard, startTestServer, type TestServer } from '../../test/pusher/pusherServer.ts'
import { userSignature } from './signatures.ts'

const anna = { userId: 1, sessionId: 10 }
const CHANNEL = '#server-to-user-1'

describe.each(settings)('%s', (_, makeAdapters) => {
  let server: TestServer
  beforeEach(async () => {
    server = await startTestServer({}, {}, await makeAdapters())
  })
  afterEach(() => server.stop())

  /** A socket on which Anna has signed in and listens to what is for her alone. */
  async function signedIn() {
    const client = await server.raw()
    const data = await server.pusher.authenticate({ socketId: await client.socketId(), ...anna })
    client.send({ event: 'pusher:signin', data })
    const success = await client.nextData('pusher:signin_success')
    client.send({ event: 'pusher:subscribe', data: { channel: CHANNEL, auth: '' } })
    await client.next('pusher_internal:subscription_succeeded')
    return { client, success }
  }

  test('pusher-js signs in on the next connection too, and hears its person’s events', async () => {
    const [pusher, other] = [server.client(anna), server.client({ userId: 2 })]
    const events: unknown[] = []
    pusher.user.bind('news', (data: unknown) => events.push(data))
    for (const client of [pusher, other]) client.signin()
    await Promise.all([pusher, other].map(client => client.user.signinDonePromise))
    expect(pusher.user.user_data).toEqual({ id: '1' })
    await expect.poll(() => server.pusher.counts().channels).toBe(2)
    await server.pusher.publish(CHANNEL, 'news', { id: 1 })
    await expect.poll(() => events).toEqual([{ id: 1 }])

    const again = heard(pusher.connection, 'connected')
    server.cut()
    await again
    await pusher.user.signinDonePromise
    await expect.poll(() => server.pusher.counts().channels).toBe(2)
    await server.pusher.publish(CHANNEL, 'news', { id: 2 })
    await server.pusher.publish('#server-to-user-2', 'news', { id: 3 })
    await expect.poll(() => events).toEqual([{ id: 1 }, { id: 2 }])
  })

  test('the answer carries the signed data, and the channel is heard by its own sockets only', async () => {
    const { client, success } = await signedIn()
    expect(success).toEqual({ user_data: '{"id":"1"}' })
    await server.pusher.publish(CHANNEL, 'news', { id: 1 })
    expect(await client.nextData('news')).toEqual({ id: 1 })
    client.send({ event: 'client-typing', channel: CHANNEL, data: {} })
    await client.next('pusher:error')
  })

  test('an ended session is signed out everywhere', async () => {
    const { client } = await signedIn()
    await server.pusher.revoke({ sessionId: 10 })
    expect(await client.closed).toBe(4009)
  })

  test.each<[string, (socketId: string) => unknown]>([
    ['nothing', () => undefined],
    ['no auth', () => ({ user_data: '{"id":"1"}' })],
    ['a guessed signature', () => ({ auth: `${APP.key}:${'0'.repeat(64)}`, user_data: '{"id":"1"}' })],
    [
      "another person's data",
      socketId => ({ auth: userSignature(APP, socketId, '{"id":"1"}'), user_data: '{"id":"2"}' }),
    ],
    ["another socket's signature", () => ({ auth: userSignature(APP, '1.1', '{"id":"1"}'), user_data: '{"id":"1"}' })],
    [
      'a true signature without a grant',
      socketId => ({ auth: userSignature(APP, socketId, '{"id":"1"}'), user_data: '{"id":"1"}' }),
    ],
    ['data without an id', socketId => ({ auth: userSignature(APP, socketId, '{}'), user_data: '{}' })],
  ])('%s signs nobody in, and ends the connection', async (_, data) => {
    const client = await server.raw()
    client.send({ event: 'pusher:signin', data: data(await client.socketId()) })
    expect(await client.closed).toBe(4009)
  })

  test("a socket that has not signed in may not hear a person's channel, grant or not", async () => {
    const client = await server.raw()
    await server.pusher.authenticate({ socketId: await client.socketId(), ...anna })
    for (const channel of [CHANNEL, '#server-to-user-2']) {
      client.send({ event: 'pusher:subscribe', data: { channel, auth: '' } })
      expect((await client.next('pusher:subscription_error')).channel).toBe(channel)
    }
  })
})
