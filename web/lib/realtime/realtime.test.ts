import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { APP, type Person, startTestServer, type TestServer } from '#server/test/pusher/pusherServer.ts'
import { Realtime } from './realtime.ts'

/** How long the page has been open: so long, or since then. */
const openFor = vi.hoisted(() => ({ ms: Number.POSITIVE_INFINITY, since: undefined as number | undefined }))
vi.mock('./openFor.ts', () => ({
  openForMs: () => (openFor.since === undefined ? openFor.ms : performance.now() - openFor.since),
}))
const missedNothing = vi.hoisted(() => [] as boolean[])
/** How often the server has said how long nothing was said. */
const told = vi.hoisted(() => ({ times: 0 }))
vi.mock('./quiet.ts', async original => {
  const { nothingWasSaid } = await original<typeof import('./quiet.ts')>()
  return {
    async nothingWasSaid(pusher: Parameters<typeof nothingWasSaid>[0]) {
      pusher.connection.bind('message', ({ event }: { event: string }) => {
        if (event === 'tend:quiet') told.times++
      })
      missedNothing.push(await nothingWasSaid(pusher))
      return missedNothing.at(-1)
    },
  }
})

// The real client and pusher-js against the real server; of the browser only its address and its events are played.
const network = new EventTarget()
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
const A = 'private-company.1.conversation.7'
const B = 'private-user.1.notifications'

let server: TestServer
let realtime: Realtime
let reachable: boolean
let person: Person
let key: () => Promise<string>
let printed: string[]
let wentLive: number[]
let missedFor: number[]
let unauthorized: number

beforeEach(async () => {
  Object.assign(openFor, { ms: Number.POSITIVE_INFINITY, since: undefined })
  missedNothing.length = 0
  told.times = 0
  reachable = true
  person = { userId: 1 }
  key = async () => APP.key
  unauthorized = 0
  printed = []
  wentLive = []
  missedFor = []
  page.visibilityState = 'visible'
  server = await startTestServer({ allowedOrigin: () => reachable })
  const origin = `http://127.0.0.1:${server.port}`
  vi.stubGlobal('location', { hostname: '127.0.0.1', port: String(server.port), protocol: 'http:', origin })
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
  vi.spyOn(console, 'log').mockImplementation(text => printed.push(text))
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(Math, 'random').mockReturnValue(0)
  realtime = new Realtime({
    settings: async () => ({ key: await key(), activity_timeout: 30 }),
    headers: () => ({ Authorization: encodeURIComponent(JSON.stringify(person)) }),
    onUnauthorized: async () => {
      unauthorized += 1
    },
    onMissed: forMs => {
      wentLive.push(server.pusher.counts().channels)
      missedFor.push(forMs)
    },
  })
})

afterEach(async () => {
  realtime.disconnect()
  await server.stop()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Listens and keeps what comes. */
function hear(channel: string) {
  const heard: [string, unknown][] = []
  const unlisten = realtime.listen(channel, (event, data) => heard.push([event, data]))
  const events = () => heard.map(([event]) => event).filter(event => !event.startsWith('pusher:'))
  return { heard, events, unlisten }
}

/** Where a time is promised, the test measures it; what else comes only has to come. */
const comes = (isThere: () => boolean) => vi.waitUntil(isThere, { timeout: 10_000, interval: 5 })
const live = (channels: number) => comes(() => server.pusher.counts().channels === channels)
const becomes = (state: string) => comes(() => realtime.state === state)

/** Cuts the connection and keeps the server out of reach until pusher-js's own first retry has failed. */
async function loseForLonger() {
  reachable = false
  server.cut()
  await becomes('lost')
  await comes(() => server.logged.length > 0)
  reachable = true
}

test('the first listener connects, hears its channel as it was published, and the last one leaves it', async () => {
  const states: string[] = []
  realtime.watch(() => states.push(realtime.state))
  expect(realtime.state).toBe('connecting')
  const [one, two] = [hear(A), hear(A)]
  await live(1)
  expect(server.pusher.socketCount()).toBe(1)
  server.pusher.publish(A, 'message.sent', { id: 1 })
  server.pusher.publish(B, 'task.assigned', { id: 2 })
  await comes(() => two.events().length > 0)
  expect(one.heard.filter(([event]) => !event.startsWith('pusher:'))).toEqual([['message.sent', { id: 1 }]])
  one.unlisten()
  server.pusher.publish(A, 'message.sent', { id: 3 })
  await comes(() => two.events().length > 1)
  expect(one.events()).toHaveLength(1)
  two.unlisten()
  await live(0)
  expect(states).toEqual(['connected'])
  expect(printed).toEqual(['Connected to messaging'])
  expect(wentLive).toEqual([1])
})

test('a channel is asked for as every request: in the language of the page, with its token and for JSON', async () => {
  Object.assign(page, { documentElement: { lang: 'hu' } })
  hear(A)
  await live(1)
  expect(server.asked).toEqual([
    { url: '/broadcasting/auth?lang=hu', accept: expect.stringContaining('application/json') },
  ])
  Object.assign(page, { documentElement: undefined })
})

test('what happened before is read once when all channels are live, and after a cut once more', async () => {
  const [a] = [hear(A), hear(B)]
  await live(2)
  await comes(() => wentLive.length > 0)
  server.cut()
  await comes(() => wentLive.length > 1)
  expect(wentLive).toEqual([2, 2])
  expect(printed).toEqual([
    'Connected to messaging',
    'Connection lost. Trying to reconnect...',
    'Connected to messaging',
  ])
  server.pusher.publish(A, 'message.sent', {})
  await comes(() => a.events().length > 0)
  expect(a.events()).toHaveLength(1)
})

test('a page in whose channels nothing was said since it was opened reads nothing again; after a cut it does', async () => {
  await delay(150)
  openFor.ms = 100
  server.pusher.publish('private-company.1.tasks', 'task.assigned', {})
  hear(A)
  await comes(() => missedNothing.length > 0)
  expect(missedNothing).toEqual([true])
  expect(wentLive).toEqual([])
  server.cut()
  await comes(() => wentLive.length > 0)
  expect(missedNothing).toEqual([true])
})

test('what is to be read happened since the page was opened, and after cuts since the server was heard last', async () => {
  openFor.ms = 2_000
  server.pusher.publish(A, 'message.sent', {})
  const a = hear(A)
  await comes(() => missedFor.length > 0)
  expect(missedFor).toEqual([2_000])
  openFor.ms = 60_000
  server.pusher.publish(A, 'message.sent', {})
  await comes(() => a.events().length > 0)
  openFor.ms = 90_000
  // Lost once more before the channel is live again: nothing was heard between.
  await loseForLonger()
  server.cut()
  openFor.ms = 100_000
  await comes(() => missedFor.length > 1)
  // Forty seconds, and five in which what happened may still have been on its way.
  expect(missedFor).toEqual([2_000, 45_000])
}, 15_000)

test('what was said in one of its channels since the page was opened is read', async () => {
  await delay(150)
  // It was, however long the connection takes.
  openFor.since = performance.now()
  server.pusher.publish(A, 'message.sent', {})
  hear(A)
  await comes(() => wentLive.length > 0)
  expect(missedNothing).toEqual([false])
  expect(told.times).toBe(1)
})

test('when the first retry fails the next one follows after 2 seconds, not after 15', async () => {
  hear(A)
  await live(1)
  await loseForLonger()
  const lostAt = performance.now()
  await becomes('connected')
  expect(performance.now() - lostAt).toBeGreaterThan(1500)
  expect(performance.now() - lostAt).toBeLessThan(2800)
  await comes(() => wentLive.length > 1)
})

test('it comes back at once when the page is shown again, and waits while it is hidden', async () => {
  hear(A)
  await live(1)
  await loseForLonger()
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  await delay(150)
  expect(realtime.state).toBe('lost')
  page.visibilityState = 'visible'
  const shownAt = performance.now()
  page.dispatchEvent(new Event('visibilitychange'))
  await becomes('connected')
  expect(performance.now() - shownAt).toBeLessThan(700)
})

test('a channel that could not be signed just now is asked for again, with a renewed token', async () => {
  server.auth.status = 401
  const a = hear(A)
  hear(B)
  await comes(() => unauthorized > 0)
  server.auth.status = 200
  await live(2)
  expect(unauthorized).toBe(1)
  await vi.waitFor(() =>
    expect(a.heard.map(([event]) => event)).toEqual(['pusher:subscription_error', 'pusher:subscription_succeeded']),
  )
})

test('what happened before a channel was live is read also when the channel could not be signed at first', async () => {
  server.auth.status = 500
  const a = hear(A)
  await comes(() => a.heard.length > 0)
  expect(wentLive).toEqual([])
  server.auth.status = 200
  await comes(() => wentLive.length > 0)
  expect(wentLive).toEqual([1])
})

test('a socket at whose other end nobody is any more is given up when the page is shown again, and no other', async () => {
  const a = hear(A)
  await comes(() => wentLive.length > 0)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  page.dispatchEvent(new Event('visibilitychange'))
  server.pusher.publish(A, 'sign of life', {})
  await comes(() => a.events().length > 0)
  vi.advanceTimersByTime(5_000)
  vi.useRealTimers()
  expect(printed).toEqual(['Connected to messaging'])

  server.silence()
  const shownAt = performance.now()
  page.dispatchEvent(new Event('visibilitychange'))
  await comes(() => wentLive.length > 1)
  expect(performance.now() - shownAt).toBeLessThan(4_500)
}, 15_000)

test('a channel that may not be heard is not asked for again, and the others are heard', async () => {
  const forbidden = hear('private-forbidden')
  hear(A)
  await live(1)
  await comes(() => forbidden.heard.length > 0)
  await delay(1300)
  expect(forbidden.heard).toEqual([['pusher:subscription_error', expect.objectContaining({ status: 403 })]])
})

test('a channel that was taken away can be heard again when it is given back, left in between or not', async () => {
  const before = hear(A)
  await live(1)
  for (const meanwhile of [before.unlisten, () => undefined]) {
    server.pusher.revoke({ userId: 1, channel: A })
    await live(0)
    await delay(20)
    meanwhile()
    const after = hear(A)
    await live(1)
    server.pusher.publish(A, 'message.sent', {})
    await comes(() => after.events().length > 0)
  }
  expect(before.events()).toEqual([])
})

test('a channel that the server refused can be asked for again', async () => {
  person = { userId: 1, unlucky: true }
  const before = hear(A)
  await comes(() => before.heard.length > 0)
  expect(before.heard).toEqual([['pusher:subscription_error', expect.objectContaining({ type: 'AuthError' })]])
  before.unlisten()
  person = { userId: 1 }
  hear(A)
  await live(1)
})

test('leaving and listening again before the answer hears everything once', async () => {
  hear(B)
  await live(1)
  hear(A).unlisten()
  const a = hear(A)
  await live(2)
  server.pusher.publish(A, 'message.sent', {})
  server.pusher.publish(A, 'last', {})
  await comes(() => a.events().includes('last'))
  expect(a.events()).toEqual(['message.sent', 'last'])
})

test('a server with a new key is found again', async () => {
  const keys = ['old-key', APP.key]
  key = async () => keys.shift() ?? APP.key
  hear(A)
  await becomes('lost')
  network.dispatchEvent(new Event('online'))
  await live(1)
})

test('a start without a network is made up for at once when it is there', async () => {
  key = () => Promise.reject(new Error('offline'))
  hear(A)
  await delay(50)
  key = async () => APP.key
  network.dispatchEvent(new Event('online'))
  await live(1)
})

test('after disconnect nothing is heard or tried any more, and the next person starts afresh', async () => {
  const before = hear('presence-company.1')
  await live(1)
  realtime.disconnect()
  await comes(() => server.pusher.socketCount() === 0)
  network.dispatchEvent(new Event('online'))
  expect(realtime.state).toBe('connecting')
  person = { userId: 2 }
  const after = hear('presence-company.1')
  await live(1)
  expect(await server.pusher.members('presence-company.1')).toEqual(['2'])
  expect(server.pusher.socketCount()).toBe(1)
  server.pusher.publish('presence-company.1', 'news', {})
  await comes(() => after.events().length > 0)
  before.unlisten()
  await delay(50)
  server.pusher.publish('presence-company.1', 'news', {})
  await comes(() => after.events().length > 1)
  expect(before.events()).toEqual([])
})

test('nothing is given to a socket that is closing, which browsers complain of', async () => {
  const given: number[] = []
  const { Runtime } = (await import('pusher-js')).default as unknown as {
    Runtime: { getWebSocketAPI: () => typeof WebSocket }
  }
  const { prototype } = Runtime.getWebSocketAPI()
  const { send } = prototype
  vi.spyOn(prototype, 'send').mockImplementation(function (this: WebSocket, data) {
    given.push(this.readyState)
    return send.call(this, data)
  })
  const a = hear(A)
  hear(B)
  await live(2)
  // pusher-js sends a turn later, when the socket has been told to close.
  a.unlisten()
  realtime.say(B, 'client-typing', {})
  realtime.disconnect()
  await comes(() => server.pusher.socketCount() === 0)
  await delay(20)
  expect(given.length).toBeGreaterThan(1)
  expect(new Set(given)).toEqual(new Set([WebSocket.OPEN]))
})

test('disconnect while it is still starting leaves nothing behind', async () => {
  let answer: (value: string) => void = () => undefined
  key = () =>
    new Promise(resolve => {
      answer = resolve
    })
  hear(A)
  realtime.disconnect()
  answer(APP.key)
  await delay(100)
  expect(server.pusher.socketCount()).toBe(0)
})
