import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { heard, startTestServer, type TestServer } from '../../test/pusher/pusherServer.ts'
import { readTrustProxy } from '../network/network.ts'
import type { Limits, PusherOptions } from './options.ts'

let server: TestServer
afterEach(() => server.stop())

async function start(options?: Partial<PusherOptions>, limits?: Partial<Limits>) {
  server = await startTestServer(options, limits)
  return server
}

test('a client is greeted with a socket id and the activity timeout, as a string of JSON', async () => {
  const { raw } = await start({ activityTimeout: 25 })
  const { data } = await (await raw()).next('pusher:connection_established')
  expect(data).toBeTypeOf('string')
  expect(JSON.parse(String(data))).toEqual({ socket_id: expect.stringMatching(/^\d+\.\d+$/), activity_timeout: 25 })
})

test('pusher-js connects', async () => {
  const { client } = await start()
  const pusher = client({ userId: 1 })
  await heard(pusher.connection, 'connected')
  expect(pusher.connection.socket_id).toMatch(/^\d+\.\d+$/)
  expect(server.pusher.socketCount()).toBe(1)
})

test.each([
  ['an unknown key', '/app/other-key?protocol=7', 4001],
  ['no protocol version', '/app/app-key', 4008],
  ['an empty protocol version', '/app/app-key?protocol=', 4008],
  ['a protocol version that is not a number', '/app/app-key?protocol=seven', 4006],
  ['a protocol that is too old', '/app/app-key?protocol=4', 4007],
  ['a protocol that is too new', '/app/app-key?protocol=8', 4007],
  ['a longer path', '/app/app-key/more?protocol=7', 4005],
  ['no key', '/app/?protocol=7', 4005],
])('a client with %s is told so by an error and a close code', async (_, path, code) => {
  const { raw } = await start()
  const client = await raw(path)
  expect(await client.nextData('pusher:error')).toMatchObject({ code })
  expect(await client.closed).toBe(code)
  expect(server.pusher.socketCount()).toBe(0)
})

test('the Java SDK, which speaks protocol 5, connects', async () => {
  const { raw } = await start()
  const client = await raw('/app/app-key?client=java-client&protocol=5&version=2.4.4')
  await expect(client.socketId()).resolves.toMatch(/^\d+\.\d+$/)
})

test('pusher-js does not try again with a key that is refused', async () => {
  const { client } = await start({ key: 'new-key' })
  const pusher = client({ userId: 1 })
  await heard(pusher.connection, 'disconnected')
  expect(server.pusher.socketCount()).toBe(0)
})

test('a path that is not ours is left alone', async () => {
  const { raw } = await start()
  await expect(raw('/application/app-key?protocol=7')).rejects.toThrow('404')
})

test('a page of a foreign origin is turned away before it has a socket', async () => {
  const { raw } = await start({ allowedOrigin: origin => origin === undefined || origin === 'https://farm.example' })
  await expect(raw(undefined, { origin: 'https://evil.example' })).rejects.toThrow('403')
  await (await raw(undefined, { origin: 'https://farm.example' })).socketId()
  await (await raw()).socketId()
  expect(server.pusher.socketCount()).toBe(2)
})

test('a full server asks to come back, and has room again when somebody leaves', async () => {
  const { raw } = await start({}, { connections: 1 })
  const first = await raw()
  expect(await (await raw()).closed).toBe(4100)
  first.disconnect()
  await expect.poll(server.pusher.socketCount).toBe(0)
  await (await raw()).socketId()
})

test('a person has no more sockets than they may, and others are not hurt', async () => {
  const { member, raw } = await start({}, { socketsPerUser: 2 })
  const first = await member({ userId: 1 }, 'private-a')
  await member({ userId: 1 }, 'private-a', 'private-b')
  const third = await raw()
  await expect(server.authorize(await third.socketId(), 'private-a', { userId: 1 })).rejects.toThrow('Too many')
  expect(await third.closed).toBe(4100)
  await member({ userId: 2 }, 'private-a')
  first.disconnect()
  await expect.poll(server.pusher.socketCount).toBe(2)
  await member({ userId: 1 }, 'private-a')
})

test('an address has no more sockets than it may, as the proxy names it, and an IPv6 network is one', async () => {
  const { raw } = await start({ trustProxy: readTrustProxy('true') }, { socketsPerAddress: 2 })
  const from = (address: string) => raw(undefined, { 'x-forwarded-for': address })
  const refused = async (address: string) => (await from(address)).closed
  const first = await from('198.51.100.9, 203.0.113.7')
  await from('::ffff:203.0.113.7')
  expect(await refused('203.0.113.7')).toBe(4100)
  // What a client wrote itself stands before what the proxy saw, and is not read.
  expect(await refused('198.51.100.9, 203.0.113.7')).toBe(4100)
  await (await from('203.0.113.8')).socketId()
  await from('2001:db8:0:7::1')
  await from('2001:0db8::7:9:9:9:9')
  expect(await refused('2001:db8:0:7:ffff::')).toBe(4100)
  await (await from('2001:db8:0:8::1')).socketId()

  first.disconnect()
  await expect.poll(server.pusher.socketCount).toBe(5)
  await (await from('203.0.113.7')).socketId()
  expect(await refused('203.0.113.7')).toBe(4100)
})

test('nobody is believed who names their own address, and this machine has no limit of its own', async () => {
  const { raw } = await start({}, { socketsPerAddress: 2 })
  for (let i = 0; i < 4; i++) await (await raw(undefined, { 'x-forwarded-for': '203.0.113.7' })).socketId()
  expect(server.pusher.socketCount()).toBe(4)
})

test('a ping of either kind is answered', async () => {
  const { raw } = await start()
  const client = await raw()
  client.send({ event: 'pusher:ping', data: {} })
  expect(await client.nextData('pusher:pong')).toEqual({})
  const pong = once(client.socket, 'pong')
  client.socket.ping()
  await pong
})

test('a silent client that answers pings stays, one that does not is closed with 4201', async () => {
  const { raw } = await start({ activityTimeout: 0.1 })
  const alive = await raw()
  const asleep = connect(server.port, '127.0.0.1')
  asleep.write(
    'GET /app/app-key?protocol=7 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  const bytes: Buffer[] = []
  asleep.on('data', chunk => bytes.push(chunk))
  await expect.poll(server.pusher.socketCount).toBe(2)
  await expect.poll(server.pusher.socketCount).toBe(1)
  // A close frame begins with 0x88, its length, and the code.
  await expect.poll(() => Buffer.concat(bytes).includes(Buffer.from([0x88, 2 + 31, 4201 >> 8, 4201 & 255]))).toBe(true)
  asleep.destroy()
  await delay(300)
  expect(alive.socket.readyState).toBe(alive.socket.OPEN)
})

test('binary, oversized and undecodable messages close the socket and nothing else', async () => {
  const { raw } = await start({}, { frameBytes: 1000 })
  const bystander = await raw()
  const [binary, oversized, undecodable] = [await raw(), await raw(), await raw()]
  binary.socket.send(Buffer.from('{"event":"pusher:ping"}'), { binary: true })
  oversized.send({ event: 'pusher:ping', data: 'x'.repeat(1000) })
  undecodable.socket.send(Buffer.from([0xc3, 0x28]), { binary: false })
  expect(await Promise.all([binary.closed, oversized.closed, undecodable.closed])).toEqual([1003, 1009, 1007])
  await bystander.rest()
  expect(server.pusher.socketCount()).toBe(1)
})

test('a client that floods the server with messages is sent away for a while', async () => {
  const { raw } = await start({}, { frames: { burst: 20, perSecond: 1 } })
  const client = await raw()
  for (let i = 0; i < 30; i++) client.send({ event: 'pusher:ping', data: {} })
  expect(await client.closed).toBe(4100)
})

test('a reader that is too slow loses its socket, the others hear everything', async () => {
  const { member } = await start({}, { bufferedBytes: 100_000 })
  const [slow, quick] = [await member({ userId: 1 }, 'private-a'), await member({ userId: 2 }, 'private-a')]
  slow.socket.pause()
  const text = 'x'.repeat(50_000)
  for (let i = 0; i < 200 && server.pusher.socketCount() === 2; i++) {
    await server.pusher.publish('private-a', 'news', { text })
    await quick.next('news')
  }
  expect(server.pusher.counts()).toMatchObject({ sockets: 1, grants: 1 })
  slow.socket.resume()
  expect(await slow.closed).toBe(1006)
  await server.pusher.publish('private-a', 'last', {})
  await quick.next('last')
})

test('a planned stop closes all with 4200 and lets nobody in', async () => {
  const { member, raw } = await start()
  const clients = await Promise.all([1, 2, 3].map(userId => member({ userId }, 'presence-a')))
  const stopped = server.pusher.close()
  await expect(raw()).rejects.toThrow('503')
  await stopped
  expect(await Promise.all(clients.map(client => client.closed))).toEqual([4200, 4200, 4200])
  expect(server.pusher.counts()).toEqual({ sockets: 0, channels: 0, grants: 0, presenceChannels: 0 })
  expect(clients.flatMap(client => client.received.filter(frame => frame.event.endsWith('member_removed')))).toEqual([])
  await expect.poll(() => server.gone.map(([, userId]) => userId).toSorted()).toEqual(['1', '2', '3'])
})

test('pusher-js comes back by itself after a cut and hears its channel again', async () => {
  const { client } = await start()
  const pusher = client({ userId: 1, sessionId: 9 })
  const channel = pusher.subscribe('private-a')
  await heard(channel, 'pusher:subscription_succeeded')
  const before = pusher.connection.socket_id
  const subscribedAgain = heard(channel, 'pusher:subscription_succeeded')
  server.cut()
  await subscribedAgain
  expect(pusher.connection.socket_id).not.toBe(before)
  const news = heard(channel, 'news')
  await server.pusher.publish('private-a', 'news', { id: 1 })
  expect(await news).toEqual({ id: 1 })
})
