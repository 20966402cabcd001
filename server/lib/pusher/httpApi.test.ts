import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import Pusher from 'pusher'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { settings } from '../../test/nodes/nodes.ts'
import { APP, startTestServer, type TestServer } from '../../test/pusher/pusherServer.ts'
import { servePusherApi } from './httpApi.ts'
import { signature } from './signatures.ts'

const anna = { userId: 1, name: 'Anna' }
const bela = { userId: 2, name: 'Béla' }
const ROOM = 'presence-company.1'

describe.each(settings)('%s', (_, makeAdapters) => {
  let server: TestServer
  let api: FastifyInstance
  let port: number
  let sdk: Pusher
  beforeEach(async () => {
    server = await startTestServer({}, {}, await makeAdapters())
    api = Fastify()
    for (const node of server.nodes.slice(0, 1)) servePusherApi(api, node, { ...APP, appId: '1' })
    await api.listen({ port: 0, host: '127.0.0.1' })
    port = (api.server.address() as AddressInfo).port
    sdk = new Pusher({ ...APP, appId: '1', host: '127.0.0.1', port: String(port), useTLS: false })
  })
  afterEach(async () => {
    await api.close()
    await server.stop()
  })

  const get = async (path: string, params = {}) => (await sdk.get({ path, params })).json()
  const status = (request: Promise<unknown>): Promise<number> =>
    request.then(
      () => 200,
      (error: { status: number }) => error.status,
    )

  /** A request as the documentation has it; `change` breaks it. */
  async function send(
    method: string,
    path: string,
    body = '',
    change: Record<string, string> = {},
    secret = APP.secret,
  ) {
    const query: Record<string, string> = {
      auth_key: APP.key,
      auth_timestamp: String(Math.floor(Date.now() / 1000)),
      auth_version: '1.0',
      ...(body && { body_md5: createHash('md5').update(body).digest('hex') }),
      ...change,
    }
    const sorted = Object.entries(query).toSorted(([one], [other]) =>
      one.toLowerCase() < other.toLowerCase() ? -1 : 1,
    )
    const signed = sorted.map(([name, value]) => `${name.toLowerCase()}=${value}`).join('&')
    const search = new URLSearchParams([
      ...sorted,
      ['auth_signature', signature(secret, `${method}\n${path}\n${signed}`)],
    ])
    return fetch(`http://127.0.0.1:${port}${path}?${search}`, {
      method,
      ...(body && { body, headers: { 'content-type': 'application/json' } }),
    })
  }

  test('the SDK publishes to several channels, and leaves out the socket that it names', async () => {
    const [author, reader] = [
      await server.member(anna, 'private-a'),
      await server.member(bela, 'private-a', 'private-b'),
    ]
    const response = await sdk.trigger(
      ['private-a', 'private-b'],
      'news',
      { id: 7 },
      { socket_id: await author.socketId() },
    )
    expect(await response.json()).toEqual({})
    const events = [await reader.next('news'), await reader.next('news')]
    expect(events).toEqual(['private-a', 'private-b'].map(channel => ({ event: 'news', channel, data: '{"id":7}' })))
    expect(await author.rest()).toEqual([])
  })

  test('the SDK publishes a batch in order with any text as data', async () => {
    const reader = await server.member(anna, 'private-a', 'private-b')
    const texts = ['plain', '{"broken', 'null\u0000byte', 'x'.repeat(10_240), 'صباح']
    const batch = texts.map((data, index) => ({ channel: index % 2 ? 'private-b' : 'private-a', name: 'news', data }))
    await sdk.triggerBatch(batch)
    for (const data of texts) expect((await reader.next('news')).data).toBe(data)
  })

  test('the SDK asks who is where', async () => {
    await server.member(anna, ROOM, 'private-a')
    await server.member(anna, ROOM)
    await server.member(bela, ROOM)
    await server.member({ ...bela, userId: 3, hidden: true }, ROOM)
    expect(await get('/channels')).toEqual({ channels: { [ROOM]: {}, 'private-a': {} } })
    expect(await get('/channels', { filter_by_prefix: 'presence-', info: 'user_count,subscription_count' })).toEqual({
      channels: { [ROOM]: { user_count: 2, subscription_count: 4 } },
    })
    expect(await get(`/channels/${ROOM}`, { info: 'user_count,subscription_count' })).toEqual({
      occupied: true,
      user_count: 2,
      subscription_count: 4,
    })
    expect(await get('/channels/private-nobody')).toEqual({ occupied: false })
    expect(await get(`/channels/${ROOM}/users`)).toEqual({ users: [{ id: '1' }, { id: '2' }] })
    expect(await get('/channels/presence-nobody/users')).toEqual({ users: [] })
    const published = await sdk.trigger(['private-a', ROOM], 'news', {}, { info: 'user_count,subscription_count' })
    expect(await published.json()).toEqual({
      channels: { 'private-a': { subscription_count: 1 }, [ROOM]: { subscription_count: 4, user_count: 2 } },
    })
    const info = 'user_count'
    const batch = await sdk.triggerBatch([
      { channel: ROOM, name: 'news', data: {}, info },
      { channel: 'private-a', name: 'news', data: {} },
    ])
    expect(await batch.json()).toEqual({ batch: [{ user_count: 2 }, {}] })
  })

  test('the SDK reaches a person who has signed in, and ends all their connections', async () => {
    const [pusher, elsewhere] = [server.client(anna), await server.member(anna, 'private-a')]
    const colleague = await server.member(bela, 'private-a')
    pusher.signin()
    await pusher.user.signinDonePromise
    const news = new Promise(resolve => pusher.user.bind('news', resolve))
    await expect.poll(server.pusher.counts).toMatchObject({ grants: 3 })
    await expect.poll(() => server.pusher.counts().channels).toBeGreaterThanOrEqual(2)
    await expect.poll(async () => (await get('/channels')).channels).toEqual({ 'private-a': {} })
    await sdk.sendToUser('1', 'news', { id: 7 })
    expect(await news).toEqual({ id: 7 })

    const closed = new Promise(resolve => pusher.connection.bind('disconnected', resolve))
    await sdk.terminateUserConnections('1')
    await closed
    expect(await elsewhere.closed).toBe(4009)
    expect(await colleague.rest()).toEqual([])
    expect(server.pusher.socketCount()).toBe(1)
  })

  test('what cannot be done is refused with a status and a sentence', async () => {
    const event = (fields: object) => JSON.stringify({ name: 'news', data: '{}', channels: ['private-a'], ...fields })
    const refusals: [number, string][] = [
      [400, '{'],
      [400, '[]'],
      [400, '"news"'],
      [400, event({ name: '' })],
      [400, event({ name: 'x'.repeat(201) })],
      [400, event({ name: 'pusher_internal:member_added' })],
      [400, event({ name: 'pusher:error' })],
      [400, event({ data: { id: 1 } })],
      [400, event({ channels: [] })],
      [400, event({ channels: 'private-a' })],
      [400, event({ channels: ['news'] })],
      [400, event({ channels: ['private-encrypted-a'] })],
      [400, event({ channels: [`private-${'a'.repeat(160)}`] })],
      [400, event({ channels: Array.from({ length: 101 }, (_, index) => `private-${index}`) })],
      [400, event({ socket_id: '1.2:private-b' })],
      [400, event({ channel: 'news' })],
      [413, event({ data: 'x'.repeat(10_241) })],
      [413, event({ data: 'x'.repeat(600_000) })],
    ]
    for (const [expected, body] of refusals) {
      const response = await send('POST', '/apps/1/events', body)
      expect([response.status, body.slice(0, 80)]).toEqual([expected, body.slice(0, 80)])
      expect(await response.text()).toMatch(/^[^{}]+\n$/)
    }
    const one = { channel: 'private-a', name: 'news', data: '{}' }
    for (const batch of [
      [],
      Array.from({ length: 11 }, () => one),
      [{ ...one, channel: 'news' }],
      'all',
      [one, null],
    ]) {
      expect((await send('POST', '/apps/1/batch_events', JSON.stringify({ batch }))).status).toBe(400)
    }
    expect(await status(sdk.get({ path: '/channels', params: { info: 'user_count' } }))).toBe(400)
    expect(await status(sdk.get({ path: '/channels/private-a', params: { info: 'user_count' } }))).toBe(400)
    expect(await status(sdk.get({ path: '/channels/private-a/users' }))).toBe(400)
    expect(await status(sdk.get({ path: '/channels/news' }))).toBe(400)
    expect((await send('POST', '/apps/1/users/anna/terminate_connections', '{}')).status).toBe(400)
    expect((await send('GET', '/apps/2/channels')).status).toBe(404)
    expect((await send('GET', '/apps/1/nothing')).status).toBe(404)
  })

  test('nothing is done without the right signature', async () => {
    const reader = await server.member(anna, 'private-a')
    const path = '/apps/1/events'
    const body = JSON.stringify({ name: 'news', data: '{}', channels: ['private-a'] })
    const now = Math.floor(Date.now() / 1000)
    const refused: Promise<Response>[] = [
      send('POST', path, body, {}, 'guessed'),
      send('POST', path, body, { auth_key: 'other' }),
      send('POST', path, body, { auth_version: '2.0' }),
      send('POST', path, body, { auth_timestamp: String(now - 620) }),
      send('POST', path, body, { auth_timestamp: String(now + 620) }),
      send('POST', path, body, { auth_timestamp: 'now' }),
      send('POST', path, body, { body_md5: createHash('md5').update('another').digest('hex') }),
      send('POST', path, body, { body_md5: '' }),
      fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body }),
    ]
    for (const response of await Promise.all(refused)) expect(response.status).toBe(401)
    const good = new URL((await send('POST', path, body, { auth_timestamp: String(now - 590) })).url)
    await reader.next('news')
    const changed = (change: (url: URL) => void, method = 'POST') => {
      const url = new URL(good)
      change(url)
      return fetch(url, { method, ...(method === 'POST' && { body }) })
    }
    const tampered = await Promise.all([
      changed(url => url.searchParams.set('more', '1')),
      changed(url => url.searchParams.delete('body_md5')),
      changed(url => (url.pathname = '/apps/1/batch_events')),
      changed(url => (url.pathname = '/apps/1/channels'), 'GET'),
    ])
    for (const { status } of tampered) expect(status).toBe(401)
    const twice = await changed(url => url.searchParams.append('auth_key', APP.key))
    expect(twice.status).toBe(400)
    expect(await reader.rest()).toEqual([])
  })

  test('names of parameters may be written large', async () => {
    const query = { FILTER_BY_PREFIX: 'presence-' }
    expect((await send('GET', '/apps/1/channels', '', query)).status).toBe(200)
  })
})
