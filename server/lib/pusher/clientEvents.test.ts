import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { settings } from '../../test/nodes/nodes.ts'
import { heard, startTestServer, type TestServer } from '../../test/pusher/pusherServer.ts'

describe.each(settings)('%s', (_, makeAdapters) => {
  let server: TestServer
  beforeEach(async () => {
    const limits = { clientEventBytes: 200, clientEvents: { burst: 3, perSecond: 20 } }
    server = await startTestServer({}, limits, await makeAdapters())
  })
  afterEach(() => server.stop())

  const CHANNEL = 'private-company.1.conversation.7'
  const anna = { userId: 1 }
  const bela = { userId: 2 }
  const typing = (data?: unknown, channel: unknown = CHANNEL) => ({ event: 'client-typing', channel, data })

  test('pusher-js hears who is typing, from the server and not from the sender', async () => {
    const [sender, reader] = [server.client(anna), server.client(bela)]
    const [from, to] = [sender, reader].map(pusher => pusher.subscribe(CHANNEL))
    if (!from || !to) throw new Error('no channels')
    await Promise.all([from, to].map(channel => heard(channel, 'pusher:subscription_succeeded')))
    const heardTyping = heard(to, 'client-typing')
    from.trigger('client-typing', { state: 'started', user_id: 99 })
    expect(await heardTyping).toEqual({ state: 'started', user_id: 1 })
  })

  test('on a presence channel pusher-js also has the sender beside the data', async () => {
    const channel = server.client(bela).subscribe('presence-a')
    await heard(channel, 'pusher:subscription_succeeded')
    const metadata = new Promise(resolve =>
      channel.bind('client-typing', (_: unknown, given: unknown) => resolve(given)),
    )
    const sender = await server.member(anna, 'presence-a')
    sender.send(typing({}, 'presence-a'))
    expect(await metadata).toEqual({ user_id: '1' })
  })

  test('all other sockets of the channel hear it, those of the sender too, but not the sending one', async () => {
    const [sender, tab, reader] = [
      await server.member(anna, CHANNEL),
      await server.member(anna, CHANNEL),
      await server.member(bela, CHANNEL),
    ]
    const stranger = await server.member({ userId: 3 }, 'private-company.1.conversation.8')
    sender.send(typing())
    const frame = { event: 'client-typing', channel: CHANNEL, data: '{"user_id":1}', user_id: '1' }
    expect(await tab.next('client-typing')).toEqual(frame)
    expect(await reader.next('client-typing')).toEqual(frame)
    expect((await sender.rest()).map(({ event }) => event)).not.toContain('client-typing')
    expect((await stranger.rest()).map(({ event }) => event)).not.toContain('client-typing')
  })

  test.each<[string, unknown]>([
    ['another client event', { event: 'client-message', channel: CHANNEL, data: {} }],
    ['a channel that the sender is not in', typing({}, 'private-company.1.conversation.8')],
    ['no channel', { event: 'client-typing', data: {} }],
    ['a channel that is no string', typing({}, [CHANNEL])],
    ['data that is a string', typing('started')],
    ['data that is a list', typing([1])],
    ['data that is a number', typing(1)],
    ['data that is too large', typing({ text: 'é'.repeat(100) })],
  ])('%s goes to nobody and is answered with an error', async (_, frame) => {
    const reader = await server.member(bela, CHANNEL, 'private-company.1.conversation.8')
    const sender = await server.member(anna, CHANNEL)
    sender.send(frame)
    expect(await sender.nextData('pusher:error')).toEqual({ code: null, message: expect.any(String) })
    expect((await reader.rest()).filter(({ event }) => event.startsWith('client-'))).toEqual([])
  })

  test('fields that mean something to JavaScript pass as data and do no harm', async () => {
    const [sender, reader] = [await server.member(anna, CHANNEL), await server.member(bela, CHANNEL)]
    sender.send(`{"event":"client-typing","channel":"${CHANNEL}","data":{"__proto__":{"user_id":9},"constructor":1}}`)
    expect(JSON.parse(String((await reader.next('client-typing')).data))).toHaveProperty('user_id', 1)
    expect(({} as { user_id?: number }).user_id).toBeUndefined()
  })

  test('more than the rate is answered with 4301; the socket stays and may soon speak again', async () => {
    const [sender, reader] = [await server.member(anna, CHANNEL), await server.member(bela, CHANNEL)]
    for (let i = 0; i < 6; i++) sender.send(typing({ i }))
    expect(await sender.nextData('pusher:error')).toMatchObject({ code: 4301 })
    await sender.rest()
    const passed = (await reader.rest()).filter(({ event }) => event === 'client-typing')
    expect(passed.length).toBeGreaterThanOrEqual(3)
    expect(passed.length).toBeLessThan(6)
    await expect
      .poll(async () => {
        sender.send(typing({ again: true }))
        return (await reader.rest()).length + reader.received.length
      })
      .toBeGreaterThan(0)
  })
})
