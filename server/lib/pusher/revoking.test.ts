import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { settings } from '../../test/nodes/nodes.ts'
import { heard, startTestServer, type TestServer } from '../../test/pusher/pusherServer.ts'

describe.each(settings)('%s', (_, makeAdapters) => {
  let server: TestServer
  beforeEach(async () => {
    server = await startTestServer({}, {}, await makeAdapters())
  })
  afterEach(() => server.stop())

  const CHANNEL = 'private-company.1.conversation.7'
  const OTHER = 'private-company.1.conversation.8'
  const anna = { userId: 1, sessionId: 10 }
  const annaElsewhere = { userId: 1, sessionId: 11 }
  const bela = { userId: 2, sessionId: 20 }

  test('somebody who left a conversation is told, hears nothing more, and the others go on', async () => {
    const pusher = server.client(anna)
    const [left, kept] = [pusher.subscribe(CHANNEL), pusher.subscribe(OTHER)]
    await Promise.all([left, kept].map(channel => heard(channel, 'pusher:subscription_succeeded')))
    const staying = await server.member(bela, CHANNEL)

    const told = heard(left, 'pusher:subscription_error')
    await server.pusher.revoke({ userId: 1, channel: CHANNEL })
    expect(await told).toMatchObject({ type: 'AuthError', status: 403 })

    const overheard: string[] = []
    left.bind_global((event: string) => overheard.push(event))
    await server.pusher.publish(CHANNEL, 'message.sent', {})
    await staying.next('message.sent')
    const marker = heard(kept, 'marker')
    await server.pusher.publish(OTHER, 'marker', {})
    await marker
    expect(overheard).toEqual([])
  })

  test('pusher-js may enter again once it is allowed again', async () => {
    const pusher = server.client(anna)
    const channel = pusher.subscribe(CHANNEL)
    await heard(channel, 'pusher:subscription_succeeded')
    const told = heard(channel, 'pusher:subscription_error')
    await server.pusher.revoke({ userId: 1, channel: CHANNEL })
    await told
    pusher.unsubscribe(CHANNEL)
    await heard(pusher.subscribe(CHANNEL), 'pusher:subscription_succeeded')
  })

  test('all tabs of a removed person lose the channels of that company, and only those', async () => {
    const tabs = [await server.member(anna, CHANNEL, 'presence-company.1'), await server.member(annaElsewhere, CHANNEL)]
    const own = await server.member(anna, 'private-user.1.notifications')
    const colleague = await server.member(bela, CHANNEL, 'presence-company.1')
    await server.pusher.revoke({ userId: 1, channel: ['private-company.1.*', 'presence-company.1'] })
    for (const tab of tabs) await tab.next('pusher:subscription_error')
    expect(await colleague.nextData('pusher_internal:member_removed')).toEqual({ user_id: '1' })
    expect(await server.pusher.members('presence-company.1')).toEqual(['2'])
    await server.pusher.publish(CHANNEL, 'message.sent', {})
    await colleague.next('message.sent')
    for (const tab of tabs) expect((await tab.rest()).map(({ event }) => event)).not.toContain('message.sent')
    await server.pusher.publish('private-user.1.notifications', 'task.assigned', {})
    await own.next('task.assigned')
  })

  test('a deleted conversation is silent for everybody', async () => {
    const [one, two] = [await server.member(anna, CHANNEL), await server.member(bela, CHANNEL)]
    await server.pusher.revoke({ channel: CHANNEL })
    await Promise.all([one, two].map(client => client.next('pusher:subscription_error')))
    expect(server.pusher.counts()).toEqual({ sockets: 2, channels: 0, grants: 0, presenceChannels: 0 })
  })

  test('an ended session closes its sockets with 4009, pusher-js stays away, other sessions go on', async () => {
    const pusher = server.client(anna)
    await heard(pusher.subscribe(CHANNEL), 'pusher:subscription_succeeded')
    const elsewhere = await server.member(annaElsewhere, CHANNEL)
    const closed = heard(pusher.connection, 'disconnected')
    await server.pusher.revoke({ sessionId: 10 })
    await closed
    expect(server.pusher.counts()).toEqual({ sockets: 1, channels: 1, grants: 1, presenceChannels: 0 })
    await server.pusher.publish(CHANNEL, 'message.sent', {})
    await elsewhere.next('message.sent')
  })

  test('an ended account closes all its sockets', async () => {
    const clients = [await server.member(anna, CHANNEL), await server.member(annaElsewhere, OTHER)]
    const colleague = await server.member(bela, CHANNEL)
    await server.pusher.revoke({ userId: 1 })
    expect(await Promise.all(clients.map(client => client.closed))).toEqual([4009, 4009])
    await colleague.rest()
  })

  test('a socket that a newer session took over keeps what that session was granted', async () => {
    const client = await server.member(anna, CHANNEL, OTHER)
    await server.authorize(await client.socketId(), OTHER, annaElsewhere)
    await server.pusher.revoke({ sessionId: anna.sessionId })
    expect((await client.next('pusher:subscription_error')).channel).toBe(CHANNEL)
    await server.pusher.publish(OTHER, 'message.sent', {})
    await client.next('message.sent')
  })

  test('an empty match is a mistake and ends nothing', async () => {
    await server.member(anna, CHANNEL)
    await expect(server.pusher.revoke({})).rejects.toThrow('criterion')
    await expect(server.pusher.revoke({ userId: undefined })).rejects.toThrow('criterion')
    expect(server.pusher.counts().channels).toBe(1)
  })
})
