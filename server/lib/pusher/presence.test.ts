import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inMemory, settings } from '../../test/nodes/nodes.ts'
import { heard, type PusherClient, startTestServer, type TestServer } from '../../test/pusher/pusherServer.ts'

describe.each([inMemory, ...settings])('%s', (_, makeAdapters) => {
  let server: TestServer
  beforeEach(async () => {
    server = await startTestServer({}, {}, await makeAdapters())
  })
  afterEach(() => server.stop())

  const CHANNEL = 'presence-company.1'
  const anna = { userId: 1, name: 'Anna' }
  const bela = { userId: 2, name: 'Béla' }

  async function enter(pusher: PusherClient) {
    const channel = pusher.subscribe(CHANNEL)
    await heard(channel, 'pusher:subscription_succeeded')
    return channel as import('pusher-js').PresenceChannel
  }

  test('pusher-js knows who is there, and hears who comes and goes', async () => {
    const first = await enter(server.client(anna))
    expect(first.members).toMatchObject({ count: 1, members: { 1: { name: 'Anna' } }, me: { id: '1' } })

    const added = heard(first, 'pusher:member_added')
    const guest = server.client(bela)
    const second = await enter(guest)
    expect(second.members).toMatchObject({ count: 2, members: { 1: { name: 'Anna' }, 2: { name: 'Béla' } } })
    expect(await added).toEqual({ id: '2', info: { name: 'Béla' } })

    const removed = heard(first, 'pusher:member_removed')
    guest.disconnect()
    expect(await removed).toEqual({ id: '2', info: { name: 'Béla' } })
    expect(first.members.count).toBe(1)
  })

  test('the list has one entry per person, with string ids, as a string of JSON', async () => {
    await server.member(anna, CHANNEL)
    await server.member(anna, CHANNEL)
    const client = await server.raw()
    const socketId = await client.socketId()
    client.send({
      event: 'pusher:subscribe',
      data: { channel: CHANNEL, ...(await server.authorize(socketId, CHANNEL, bela)) },
    })
    const frame = await client.next('pusher_internal:subscription_succeeded')
    expect(frame.channel).toBe(CHANNEL)
    expect(JSON.parse(String(frame.data))).toEqual({
      presence: { ids: ['1', '2'], hash: { 1: { name: 'Anna' }, 2: { name: 'Béla' } }, count: 2 },
    })
  })

  test('a second tab is no second arrival, and only the last one to go is a departure', async () => {
    const watcher = await server.member(bela, CHANNEL)
    const [one, two] = [await server.member(anna, CHANNEL), await server.member(anna, CHANNEL)]
    one.send({ event: 'pusher:unsubscribe', data: { channel: CHANNEL } })
    await one.rest()
    expect((await watcher.rest()).map(frame => frame.event)).toEqual(['pusher_internal:member_added'])
    expect(await server.pusher.members(CHANNEL)).toEqual(['2', '1'])
    expect(server.gone).toEqual([])

    two.disconnect()
    expect(await watcher.nextData('pusher_internal:member_removed')).toEqual({ user_id: '1' })
    await expect.poll(() => server.gone).toEqual([[CHANNEL, '1']])
    expect(await server.pusher.members(CHANNEL)).toEqual(['2'])
    one.disconnect()
    await expect.poll(server.pusher.socketCount).toBe(1)
    expect(await watcher.rest()).toEqual([])
    expect(server.gone).toHaveLength(1)
  })

  test('a newcomer is not told of themselves, and other channels hear nothing', async () => {
    const elsewhere = await server.member(bela, 'presence-company.2')
    const client = await server.member(anna, CHANNEL)
    expect(await client.rest()).toEqual([])
    expect(await elsewhere.rest()).toEqual([])
    expect(await server.pusher.members('presence-company.2')).toEqual(['2'])
  })

  test('somebody who hides their presence sees the others and is seen by nobody', async () => {
    const watcher = await server.member(bela, CHANNEL)
    const hidden = await enter(server.client({ ...anna, hidden: true }))
    expect(hidden.members).toMatchObject({ count: 1, members: { 2: { name: 'Béla' } }, me: null })
    expect(await watcher.rest()).toEqual([])
    expect(await server.pusher.members(CHANNEL)).toEqual(['2'])

    const news = heard(hidden, 'news')
    await server.pusher.publish(CHANNEL, 'news', {})
    await news
  })

  test('somebody whose description is longer than members may have is not signed', async () => {
    const socketId = await (await server.raw()).socketId()
    const named = (length: number) => server.authorize(socketId, CHANNEL, { ...anna, name: 'x'.repeat(length) })
    await expect(named(1024)).rejects.toThrow('user_info is too large')
    expect(await named(1000)).toMatchObject({ channel_data: expect.stringContaining('"user_id":"1"') })
  })

  test('a client that leaves before it was let in is not left behind', async () => {
    const client = await server.raw()
    const given = { channel: CHANNEL, ...(await server.authorize(await client.socketId(), CHANNEL, anna)) }
    client.send({ event: 'pusher:subscribe', data: given })
    client.send({ event: 'pusher:unsubscribe', data: { channel: CHANNEL } })
    client.send({ event: 'pusher:subscribe', data: given })
    client.send({ event: 'pusher:unsubscribe', data: { channel: CHANNEL } })
    await client.rest()
    await expect.poll(server.pusher.counts).toMatchObject({ channels: 0, presenceChannels: 0 })
    await expect.poll(() => server.pusher.members(CHANNEL)).toEqual([])
  })

  test('a sudden end leaves nothing in memory', async () => {
    await server.member(anna, CHANNEL, 'private-a')
    await server.member(anna, CHANNEL)
    await server.member(bela, CHANNEL, 'private-a', 'private-b')
    server.client(bela).subscribe(CHANNEL)
    await expect.poll(server.pusher.counts).toMatchObject({ sockets: 4, grants: 4 })
    server.cut()
    await expect.poll(server.pusher.counts).toEqual({ sockets: 0, channels: 0, grants: 0, presenceChannels: 0 })
    await expect
      .poll(() => server.gone.toSorted())
      .toEqual([
        [CHANNEL, '1'],
        [CHANNEL, '2'],
      ])
  })
})
