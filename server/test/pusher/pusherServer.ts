/**
 * For the tests: the realtime server on a real port with an auth endpoint such as the application has, the real
 * pusher-js and bare WebSockets as its clients.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import pusherModule from 'pusher-js'
import type { GrantMatch, MakeAdapter } from '../../lib/pusher/adapter.ts'
import { LIMITS, type Limits, type PusherOptions } from '../../lib/pusher/options.ts'
import { InvalidSubscription } from '../../lib/pusher/protocol.ts'
import { createPusherServer, type PusherServer } from '../../lib/pusher/server.ts'
import type { AuthorizeInput, SocketSession } from '../../lib/pusher/signatures.ts'
import { memoryAdapter } from './memoryAdapter.ts'
import { RawClient } from './rawClient.ts'

export const APP = { key: 'app-key', secret: 'app-secret' }

export type PusherClient = import('pusher-js').default
// pusher-js declares itself as an ES module and is a CommonJS one: the default import is the class itself.
const Pusher = pusherModule as unknown as typeof pusherModule.default

/** `unlucky` people lose their access between the signature and its use. */
export type Person = { userId: number; sessionId?: number; name?: string; hidden?: boolean; unlucky?: boolean }

export type TestServer = Awaited<ReturnType<typeof startTestServer>>

/**
 * Starts a server on a free port; with several adapters as many nodes behind one port, which take their turns with
 * sockets and requests, as behind a load balancer. `gone` fills with what onUserGone reports, `logged` with warnings
 * and errors.
 */
export async function startTestServer(
  options: Partial<PusherOptions> = {},
  limits: Partial<Limits> = {},
  makeAdapters: MakeAdapter[] = [memoryAdapter],
) {
  const gone: [string, string][] = []
  const logged: [object, string][] = []
  const note = (details: object, message: string) => logged.push([details, message])
  const nodes = makeAdapters.map(makeAdapter =>
    createPusherServer(
      {
        ...APP,
        appId: '1',
        activityTimeout: 30,
        log: { warn: note, error: note, debug() {} },
        onUserGone: (channel, userId) => gone.push([channel, userId]),
        ...options,
      },
      { ...LIMITS, ...limits },
      makeAdapter,
    ),
  )
  await Promise.all(nodes.map(node => node.start()))
  const pusher = asOne(nodes)
  const http = createServer(async (request, response) => {
    const answer = await authAnswer(request)
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })
  const streams = new Set<Duplex>()
  http.on('upgrade', (request, socket, head) => {
    streams.add(socket)
    if (!pusher.handleUpgrade(request, socket, head)) socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  const clients: { disconnect(): void }[] = []

  /** What the auth endpoint answers instead of thinking. */
  const auth = { status: 200 }
  /** How the endpoint was asked. */
  const asked: { url: string; accept: string | undefined }[] = []

  /** Says yes to everybody who names themselves in the Authorization header, but for channels called forbidden. */
  async function authAnswer(request: IncomingMessage): Promise<{ status: number; body: object }> {
    asked.push({ url: request.url ?? '', accept: request.headers.accept })
    if (auth.status !== 200) return { status: auth.status, body: {} }
    const form = new URLSearchParams(await text(request))
    const channel = form.get('channel_name') ?? ''
    if (!request.headers.authorization || channel.includes('forbidden')) return { status: 403, body: {} }
    const person: Person = JSON.parse(decodeURIComponent(request.headers.authorization))
    try {
      const socketId = form.get('socket_id') ?? ''
      if (request.url === '/broadcasting/user-auth') {
        const { userId, sessionId = userId } = person
        return { status: 200, body: await pusher.authenticate({ socketId, userId, sessionId }) }
      }
      const body = await authorize(socketId, channel, person)
      if (person.unlucky) await pusher.revoke({ userId: person.userId, channel })
      return { status: 200, body }
    } catch (error) {
      // The socket may have closed while its request was under way.
      if (error instanceof InvalidSubscription) return { status: 400, body: {} }
      throw error
    }
  }

  function authorize(socketId: string, channel: string, { userId, sessionId = userId, name, hidden }: Person) {
    const presence = channel.startsWith('presence-') && !hidden && { user_id: String(userId), user_info: { name } }
    return pusher.authorize({ socketId, channel, userId, sessionId, presence: presence || undefined })
  }

  /** A pusher-js client that speaks for a person. */
  function client(person: Person): PusherClient {
    const created = new Pusher(APP.key, {
      cluster: 'eu',
      wsHost: '127.0.0.1',
      wsPort: port,
      forceTLS: false,
      enabledTransports: ['ws'],
      channelAuthorization: {
        endpoint: `http://127.0.0.1:${port}/broadcasting/auth`,
        transport: 'ajax',
        headersProvider: () => authorizationOf(person),
      },
      userAuthentication: {
        endpoint: `http://127.0.0.1:${port}/broadcasting/user-auth`,
        transport: 'ajax',
        headersProvider: () => authorizationOf(person),
      },
    })
    clients.push(created)
    return created
  }

  /** A bare WebSocket; resolves once it is open. */
  async function raw(path = `/app/${APP.key}?protocol=7`, headers: Record<string, string> = {}): Promise<RawClient> {
    const created = new RawClient(`ws://127.0.0.1:${port}${path}`, headers, pusher.settle)
    clients.push(created)
    await created.opened
    return created
  }

  /** A bare WebSocket that is subscribed to the channels. */
  async function member(person: Person, ...channels: string[]): Promise<RawClient> {
    const created = await raw()
    const socketId = await created.socketId()
    for (const channel of channels) {
      created.send({ event: 'pusher:subscribe', data: { channel, ...(await authorize(socketId, channel, person)) } })
      await created.next('pusher_internal:subscription_succeeded')
    }
    return created
  }

  /** Cuts all connections without a word, as a crashed proxy does. */
  function cut(): void {
    for (const stream of streams) stream.destroy()
  }

  /**
   * Takes nothing from the connections there are, and does not end them: so it is when a phone has slept or changed its
   * network.
   */
  function silence(): void {
    for (const stream of streams) stream.removeAllListeners('data').resume()
  }

  async function stop(): Promise<void> {
    for (const created of clients) created.disconnect()
    await pusher.close()
    http.closeAllConnections()
    http.close()
  }

  return { pusher, nodes, port, auth, asked, gone, logged, authorize, client, raw, member, cut, silence, stop }
}

/** Resolves with the first data of an event of a pusher-js channel or connection. */
export function heard<T = unknown>(
  emitter: { bind(event: string, callback: (data: T) => void): unknown },
  event: string,
): Promise<T> {
  return new Promise(resolve => emitter.bind(event, resolve))
}

/** How a person names themselves to the test server's auth endpoints. */
export const authorizationOf = (person: Person) => ({ Authorization: encodeURIComponent(JSON.stringify(person)) })

/** Some nodes as if they were one: what is asked goes to each in turn, what is counted is the sum. */
function asOne(nodes: PusherServer[]) {
  let turn = 0
  const next = (): PusherServer => {
    const node = nodes[turn++ % nodes.length]
    if (!node) throw new Error('A server needs a node.')
    return node
  }
  return {
    handleUpgrade: (...request: Parameters<PusherServer['handleUpgrade']>) => next().handleUpgrade(...request),
    authorize: (input: AuthorizeInput) => next().authorize(input),
    authenticate: (session: SocketSession) => next().authenticate(session),
    publish: (channel: string, event: string, data: unknown, except?: string) =>
      next().publish([{ channels: [channel], event, data, ...(except && { except }) }]),
    revoke: (match: GrantMatch) => next().revoke(match),
    members: async (channel: string) => (await next().members([channel])).get(channel) ?? [],
    socketCount: () => nodes.reduce((sum, node) => sum + node.socketCount(), 0),
    counts: () => {
      const sum = { sockets: 0, channels: 0, grants: 0, presenceChannels: 0 }
      for (const node of nodes) {
        const counts = node.counts()
        for (const kind of Object.keys(sum) as (keyof typeof sum)[]) sum[kind] += counts[kind]
      }
      return sum
    },
    /** Resolves when every node has heard what all of them have said. */
    settle: () => Promise.all(nodes.map(node => node.caughtUp())),
    close: () => Promise.all(nodes.map(node => node.close())),
  }
}
