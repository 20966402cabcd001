import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { settings } from '../../test/nodes/nodes.ts'
import { APP, heard, startTestServer, type TestServer } from '../../test/pusher/pusherServer.ts'
import type { RawClient } from '../../test/pusher/rawClient.ts'
import { InvalidSubscription } from './protocol.ts'
import { channelSignature } from './signatures.ts'

describe.each(settings)('%s', (_, makeAdapters) => {
  let server: TestServer
  beforeEach(async () => {
    const limits = { channelsPerSocket: 3, subscribes: { burst: 6, perSecond: 1 } }
    server = await startTestServer({}, limits, await makeAdapters())
  })
  afterEach(() => server.stop())

  const anna = { userId: 1 }
  const bela = { userId: 2 }

  function subscribe(client: RawClient, data: unknown): void {
    client.send({ event: 'pusher:subscribe', data })
  }

  describe('with pusher-js', () => {
    test('a channel is heard by those in it, with the data as it was published, and by nobody else', async () => {
      const [here, elsewhere] = [server.client(anna), server.client(bela)]
      const channel = here.subscribe('private-company.1.conversation.7')
      const other = elsewhere.subscribe('private-company.1.conversation.8')
      await Promise.all([channel, other].map(joined => heard(joined, 'pusher:subscription_succeeded')))
      const wrong: unknown[] = []
      other.bind_global((event: string) => wrong.push(event))

      const news = heard(channel, 'message.sent')
      await server.pusher.publish('private-company.1.conversation.7', 'message.sent', {
        id: 7,
        text: 'Jó reggelt, صباح الخير',
      })
      expect(await news).toEqual({ id: 7, text: 'Jó reggelt, صباح الخير' })
      const marker = heard(other, 'marker')
      await server.pusher.publish('private-company.1.conversation.8', 'marker', {})
      await marker
      expect(wrong).toEqual(['marker'])
    })

    test('a refusal of the auth endpoint arrives on the channel with its status', async () => {
      const channel = server.client(anna).subscribe('private-forbidden')
      expect(await heard(channel, 'pusher:subscription_error')).toMatchObject({ type: 'AuthError', status: 403 })
    })

    test('a public channel is refused on the channel itself', async () => {
      const channel = server.client(anna).subscribe('news')
      expect(await heard(channel, 'pusher:subscription_error')).toEqual({
        type: 'AuthError',
        error: 'There is no such channel',
        status: 401,
      })
    })

    test('a channel that was left is silent, and can be entered again', async () => {
      const pusher = server.client(anna)
      const channel = pusher.subscribe('private-a')
      await heard(channel, 'pusher:subscription_succeeded')
      pusher.unsubscribe('private-a')
      await expect.poll(() => server.pusher.counts().channels).toBe(0)
      const again = pusher.subscribe('private-a')
      await heard(again, 'pusher:subscription_succeeded')
      const events: string[] = []
      channel.bind_global((event: string) => events.push(event))
      const news = heard(again, 'news')
      await server.pusher.publish('private-a', 'news', {})
      await news
      expect(events).toEqual([])
    })
  })

  describe('on the wire', () => {
    test('success and events carry their data as a string of JSON', async () => {
      const client = await server.raw()
      const socketId = await client.socketId()
      subscribe(client, { channel: 'private-a', ...(await server.authorize(socketId, 'private-a', anna)) })
      expect(await client.next('pusher_internal:subscription_succeeded')).toEqual({
        event: 'pusher_internal:subscription_succeeded',
        channel: 'private-a',
        data: '{}',
      })
      await server.pusher.publish('private-a', 'news', { id: 1 })
      await server.pusher.publish('private-a', 'text', 'as it is')
      await server.pusher.publish('private-a', 'nothing', undefined)
      expect(await client.rest()).toEqual([
        { event: 'news', channel: 'private-a', data: '{"id":1}' },
        { event: 'text', channel: 'private-a', data: 'as it is' },
        { event: 'nothing', channel: 'private-a', data: '{}' },
      ])
    })

    test('the socket that caused an event can be left out', async () => {
      const [author, reader] = [await server.raw(), await server.member(bela, 'private-a')]
      const authorId = await author.socketId()
      subscribe(author, { channel: 'private-a', ...(await server.authorize(authorId, 'private-a', anna)) })
      await author.next('pusher_internal:subscription_succeeded')
      await server.pusher.publish('private-a', 'news', {}, authorId)
      await reader.next('news')
      expect(await author.rest()).toEqual([])
    })

    // Around the lengths at which the header of a WebSocket frame grows.
    test.each([1, 60, 65_460])('events of %d characters and a few more arrive whole', async length => {
      const client = await server.member(anna, 'private-a')
      for (let extra = 0; extra < 60; extra++) {
        const text = `ő${'x'.repeat(length + extra)}`
        await server.pusher.publish('private-a', 'news', text)
        expect((await client.next('news')).data).toBe(text)
      }
    })

    test('an event that cannot be encoded is refused, and the next one goes out', async () => {
      const client = await server.member(anna, 'private-a')
      await expect(server.pusher.publish('private-a', 'news', { count: 1n })).rejects.toThrow('BigInt')
      await server.pusher.publish('private-a', 'news', {})
      await client.next('news')
    })
  })

  describe('a subscription is refused', () => {
    const refused = { type: 'AuthError', error: expect.any(String), status: 401 }
    const channel = 'private-a'

    async function answer(client: RawClient, data: { channel: string; auth?: string; channel_data?: string }) {
      subscribe(client, data)
      const frame = await client.next('pusher:subscription_error')
      expect(frame.channel).toBe(data.channel)
      expect(server.pusher.counts().channels).toBe(0)
      return JSON.parse(String(frame.data))
    }

    test('with a forged signature', async () => {
      const client = await server.raw()
      const socketId = await client.socketId()
      await server.authorize(socketId, channel, anna)
      const auth = channelSignature({ ...APP, secret: 'guessed' }, socketId, channel)
      expect(await answer(client, { channel, auth })).toEqual(refused)
    })

    test("with another socket's signature", async () => {
      const [client, other] = [await server.raw(), await server.raw()]
      await server.authorize(await client.socketId(), channel, anna)
      const { auth } = await server.authorize(await other.socketId(), channel, anna)
      expect(await answer(client, { channel, auth })).toEqual(refused)
    })

    test("with another channel's signature", async () => {
      const client = await server.raw()
      const socketId = await client.socketId()
      await server.authorize(socketId, channel, anna)
      const { auth } = await server.authorize(socketId, 'private-b', anna)
      expect(await answer(client, { channel, auth })).toEqual(refused)
    })

    test('with a true signature for which there is no grant', async () => {
      const client = await server.raw()
      const auth = channelSignature(APP, await client.socketId(), channel)
      expect(await answer(client, { channel, auth })).toEqual(refused)
    })

    test('with a true signature whose grant was taken away', async () => {
      const client = await server.raw()
      const { auth } = await server.authorize(await client.socketId(), channel, anna)
      await server.pusher.revoke({ userId: anna.userId, channel })
      await server.pusher.settle()
      expect(await answer(client, { channel, auth })).toEqual(refused)
    })

    test('with the same signature on the next connection', async () => {
      const before = await server.raw()
      const { auth } = await server.authorize(await before.socketId(), channel, anna)
      before.disconnect()
      const client = await server.raw()
      await server.authorize(await client.socketId(), channel, anna)
      expect(await answer(client, { channel, auth })).toEqual(refused)
    })

    test('with channel_data that was changed, or left out, on a presence channel', async () => {
      const client = await server.raw()
      const given = await server.authorize(await client.socketId(), 'presence-a', anna)
      const changed = String(given.channel_data).replace('"1"', '"2"')
      expect(await answer(client, { channel: 'presence-a', auth: given.auth, channel_data: changed })).toEqual(refused)
      expect(await answer(client, { channel: 'presence-a', auth: given.auth })).toEqual(refused)
    })

    test.each(['news', 'cache-a', 'private-encrypted-a', 'private-cache-a', 'presence-cache-a', 'xprivate-a'])(
      'for %s, a kind of channel that does not exist here',
      async name => {
        const client = await server.raw()
        expect(
          await answer(client, { channel: name, auth: channelSignature(APP, await client.socketId(), name) }),
        ).toEqual(refused)
      },
    )
  })

  test('channel_data on a private channel is ignored', async () => {
    const client = await server.raw()
    const { auth } = await server.authorize(await client.socketId(), 'private-a', anna)
    subscribe(client, { channel: 'private-a', auth, channel_data: '{"user_id":"2"}' })
    await client.next('pusher_internal:subscription_succeeded')
  })

  test.each<[string, unknown]>([
    ['no JSON', '{"event":'],
    ['a list', '[]'],
    ['null', 'null'],
    ['no event', {}],
    ['a number as event', { event: 1 }],
    ['an unknown event', { event: 'news', channel: 'private-a', data: {} }],
    ['an unknown event of the protocol', { event: 'pusher:nonsense', data: {} }],
    ['an internal event', { event: 'pusher_internal:member_added', channel: 'private-a', data: '{}' }],
    ['a subscription without data', { event: 'pusher:subscribe' }],
    ['a subscription with a string', { event: 'pusher:subscribe', data: 'private-a' }],
    ['a subscription with a list', { event: 'pusher:subscribe', data: ['private-a'] }],
    ['a channel that is a number', { event: 'pusher:subscribe', data: { channel: 1, auth: 'x' } }],
    ['a channel that is an object', { event: 'pusher:subscribe', data: { channel: { toString: 'private-a' } } }],
    ['an empty channel', { event: 'pusher:subscribe', data: { channel: '', auth: 'x' } }],
    ['a channel outside the alphabet', { event: 'pusher:subscribe', data: { channel: 'private-a b', auth: 'x' } }],
    ['a channel with a line end', { event: 'pusher:subscribe', data: { channel: 'private-a\n', auth: 'x' } }],
    ['a channel that is too long', { event: 'pusher:subscribe', data: { channel: `private-${'a'.repeat(157)}` } }],
    ['an unsubscription without data', { event: 'pusher:unsubscribe' }],
    ['an unsubscription from a number', { event: 'pusher:unsubscribe', data: { channel: 7 } }],
  ])('%s is answered with an error, and the socket lives on', async (_, frame) => {
    const client = await server.raw()
    client.send(frame)
    expect(await client.nextData('pusher:error')).toEqual({ code: null, message: expect.any(String) })
    await client.next('pusher:connection_established')
    expect(await client.rest()).toEqual([])
    expect(server.logged).toEqual([])
  })

  test.each<[string, unknown]>([
    ['no auth', {}],
    ['a number as auth', { auth: 1 }],
    ['null as auth', { auth: null }],
    ['an object as auth', { auth: { length: 3 } }],
    ['an object as channel_data', { auth: 'app-key:x', channel_data: { user_id: '1' } }],
    ['a number as channel_data', { auth: 'app-key:x', channel_data: 1 }],
  ])('a subscription with %s is refused on the channel', async (_, fields) => {
    const client = await server.raw()
    await server.authorize(await client.socketId(), 'presence-a', anna)
    subscribe(client, { channel: 'presence-a', ...(fields as object) })
    expect(await client.nextData('pusher:subscription_error')).toMatchObject({ type: 'AuthError' })
  })

  test('a client that enters twice is confirmed twice, and is in the channel once', async () => {
    const watcher = await server.member(bela, 'presence-a')
    const client = await server.raw()
    const given = { channel: 'presence-a', ...(await server.authorize(await client.socketId(), 'presence-a', anna)) }
    for (let i = 0; i < 2; i++) {
      subscribe(client, given)
      expect(await client.nextData('pusher_internal:subscription_succeeded')).toMatchObject({ presence: { count: 2 } })
    }
    await server.pusher.publish('presence-a', 'news', {})
    expect(await client.rest()).toHaveLength(1)
    client.send({ event: 'pusher:unsubscribe', data: { channel: 'presence-a' } })
    await watcher.next('pusher_internal:member_removed')
    expect((await watcher.rest()).map(({ event }) => event)).toEqual(['pusher_internal:member_added', 'news'])
  })

  test('a socket has no more channels than it may', async () => {
    const client = await server.member(anna, 'private-a', 'private-b', 'private-c')
    subscribe(client, { channel: 'private-d', auth: 'app-key:x' })
    expect(await client.nextData('pusher:subscription_error')).toMatchObject({
      error: expect.stringContaining('Too many'),
    })
  })

  test('a socket that subscribes without end is sent away for a while', async () => {
    const client = await server.raw()
    for (let i = 0; i < 7; i++) subscribe(client, { channel: 'private-a', auth: 'app-key:x' })
    expect(await client.closed).toBe(4100)
  })

  describe('signing', () => {
    test.each(['', '1', '1.', '1.2:private-b', '1.2\n', 'x.y', '1.2.3', ' 1.2'])(
      'refuses the socket id %j',
      async socketId => {
        await expect(server.authorize(socketId, 'private-a', anna)).rejects.toThrow('Invalid socket id')
      },
    )

    test.each([
      '',
      'a',
      'private-a:b',
      'private-a b',
      'private-encrypted-a',
      '#server-to-user-1',
      `private-${'a'.repeat(200)}`,
    ])('refuses the channel %j', async channel => {
      const socketId = await (await server.raw()).socketId()
      await expect(server.authorize(socketId, channel, anna)).rejects.toThrow(InvalidSubscription)
    })

    test('a message for a missing socket is not stored, so invented sockets fill no memory', async () => {
      await server.authorize('123.456', 'private-a', anna)
      await server.pusher.settle()
      expect(server.pusher.counts().grants).toBe(0)
    })

    test("a second person gets nothing on somebody's socket", async () => {
      const client = await server.member(anna, 'private-a')
      const socketId = await client.socketId()
      // The node that has the socket says so at once; another signs, and the socket does not take the grant.
      await server
        .authorize(socketId, 'private-b', bela)
        .catch(error => expect(error).toBeInstanceOf(InvalidSubscription))
      subscribe(client, { channel: 'private-b', auth: channelSignature(APP, socketId, 'private-b') })
      await client.next('pusher:subscription_error')
      await server.pusher.revoke({ userId: anna.userId })
      expect(await client.closed).toBe(4009)
    })

    test('refuses a member that is too large or has no id', async () => {
      const socketId = await (await server.raw()).socketId()
      const sign = (presence: { user_id: string; user_info: object }) =>
        server.pusher.authorize({ socketId, channel: 'presence-a', userId: 1, sessionId: 1, presence })
      await expect(sign({ user_id: '1', user_info: { name: 'x'.repeat(1100) } })).rejects.toThrow(InvalidSubscription)
      await expect(sign({ user_id: '', user_info: {} })).rejects.toThrow(InvalidSubscription)
      await expect(sign({ user_id: '1'.repeat(129), user_info: {} })).rejects.toThrow(InvalidSubscription)
    })

    test('long sessions forget grants of left channels, and keep the used ones', async () => {
      const client = await server.member(anna, 'private-kept')
      const socketId = await client.socketId()
      for (let i = 0; i < 20; i++) await server.authorize(socketId, `private-${i}`, anna)
      await server.pusher.revoke({ userId: anna.userId, channel: 'private-kept' })
      expect((await client.next('pusher:subscription_error')).channel).toBe('private-kept')
    })
  })
})
