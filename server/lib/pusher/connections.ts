/**
 * The open sockets of this node: admission, keep-alive and the graceful shutdown. The server that creates this handles
 * their messages and their end.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import proxyAddr from '@fastify/proxy-addr'
import { WebSocketServer } from 'ws'
import { networkOf, type TrustProxy } from '../network/network.ts'
import { Connection, type ConnectionNeeds } from './connection.ts'
import type { Limits, PusherOptions } from './options.ts'
import { buildFrame } from './protocol.ts'
import { LeanWebSocket } from './socket.ts'

const OVER_CAPACITY = 4100
const RECONNECT_NOW = 4200

/** Sockets that are sent away are closed at random moments within this time, so that not all come back at once. */
const CLOSING_TIME = { perSocketMs: 2, maxMs: 2000 }

const SOCKET_OPTIONS = {
  noServer: true,
  WebSocket: LeanWebSocket,
  clientTracking: false,
  perMessageDeflate: false,
  maxFragments: 64,
  /** how long a client may take to answer a close frame before the connection is cut */
  closeTimeout: 2000,
}

type ConnectionListeners = {
  onMessage(connection: Connection, text: string): void
  onEnd(connection: Connection): void
}

export class Connections {
  private readonly open = new Map<string, Connection>()
  private readonly addresses: Addresses
  private readonly options: PusherOptions
  private readonly limits: Limits
  private readonly shared: ConnectionNeeds
  private readonly sockets: WebSocketServer
  private readonly stopKeepAlive: () => void
  private closing: Promise<void> | undefined

  constructor(options: PusherOptions, limits: Limits, listeners: ConnectionListeners) {
    this.options = options
    this.limits = limits
    this.shared = {
      limits,
      onMessage: listeners.onMessage,
      onEnd: connection => {
        this.open.delete(connection.id)
        this.addresses.leave(connection.address)
        listeners.onEnd(connection)
      },
      onFailure: error => options.log.debug({ err: error }, 'realtime: a socket failed'),
    }
    this.addresses = new Addresses(limits.socketsPerAddress)
    this.sockets = new WebSocketServer({ ...SOCKET_OPTIONS, maxPayload: limits.frameBytes })
    this.stopKeepAlive = keepAlive(this.open, options.activityTimeout)
  }

  get size(): number {
    return this.open.size
  }

  get isClosing(): boolean {
    return this.closing !== undefined
  }

  get(socketId: string): Connection | undefined {
    return this.open.get(socketId)
  }

  /** Takes an HTTP upgrade and answers it, also with a refusal; false when the path is not ours. */
  handleUpgrade(request: IncomingMessage, stream: Duplex, head: Buffer): boolean {
    if (!isOurs(request)) return false
    const { origin } = request.headers
    if (this.isClosing) {
      rejectUpgrade(stream, '503 Service Unavailable')
    } else if (this.options.allowedOrigin?.(origin, request.headers.host) === false) {
      this.options.log.warn({ origin }, 'realtime: refused a page of a foreign origin')
      rejectUpgrade(stream, '403 Forbidden')
    } else {
      this.sockets.handleUpgrade(request, stream, head, socket =>
        // The class that SOCKET_OPTIONS names.
        this.admit(request, socket as LeanWebSocket, stream),
      )
    }
    return true
  }

  /** Closes all with 4200, one after another, and resolves when they are gone and their leaving is done. */
  closeAll(): Promise<void> {
    this.closing ??= this.renewAll().then(this.stopKeepAlive)
    return this.closing
  }

  /** Closes the sockets that are open now with 4200, one after another: clients reconnect at once and fetch again. */
  async renewAll(): Promise<void> {
    const leaving = [...this.open.values()]
    const spread = Math.min(CLOSING_TIME.maxMs, leaving.length * CLOSING_TIME.perSocketMs)
    await Promise.all(
      leaving.map(async connection => {
        await delay(Math.random() * spread)
        connection.end(RECONNECT_NOW, 'Reconnect now')
        await connection.gone()
      }),
    )
  }

  private admit(request: IncomingMessage, socket: LeanWebSocket, stream: Duplex): void {
    const address = addressOf(request, this.options.trustProxy ?? false)
    const refusal = refusalOf(request, this.options.key) ?? this.crowded(address)
    if (!refusal) {
      this.start(socket, stream, address)
      return
    }
    stream.write(buildFrame('pusher:error', { code: refusal.code, message: refusal.reason }))
    socket.close(refusal.code, refusal.reason)
  }

  /** Counts the newcomer, or says why there is no room. */
  private crowded(address: string): Refusal | undefined {
    if (this.size >= this.limits.connections) return { code: OVER_CAPACITY, reason: 'Too many connections' }
    if (this.addresses.enter(address)) return undefined
    return { code: OVER_CAPACITY, reason: 'Too many connections from this address' }
  }

  private start(socket: LeanWebSocket, stream: Duplex, address: string): void {
    const connection = new Connection(socket, stream, address, this.shared)
    this.open.set(connection.id, connection)
    connection.send('pusher:connection_established', {
      socket_id: connection.id,
      activity_timeout: this.options.activityTimeout,
    })
  }
}

// The handshake. A request for another path is left alone and a page of a foreign origin is refused by plain HTTP; all
// others are accepted as a WebSocket first, because only a close code tells a client library whether to try again.

const ROOT = '/app/'
const PROTOCOLS = { oldest: 5, newest: 7 }

type Refusal = { code: number; reason: string }

/** Whether a request is meant for the realtime server. */
function isOurs(request: IncomingMessage): boolean {
  return pathOf(request).startsWith(ROOT)
}

/**
 * Why a client may not connect, with the protocol's code, or undefined. The versions 5 to 7 differ in nothing that this
 * server sends; the Java and Swift SDKs still say 5 to 7.
 */
function refusalOf(request: IncomingMessage, key: string): Refusal | undefined {
  const given = pathOf(request).slice(ROOT.length)
  if (given === '' || given.includes('/')) return { code: 4005, reason: 'Path not found' }
  if (given !== key) return { code: 4001, reason: 'Application does not exist' }
  const protocol = new URLSearchParams(request.url?.split('?')[1]).get('protocol')
  if (protocol === null || protocol === '') return { code: 4008, reason: 'No protocol version supplied' }
  if (!/^\d+$/.test(protocol)) return { code: 4006, reason: 'Invalid version string format' }
  if (Number(protocol) < PROTOCOLS.oldest || Number(protocol) > PROTOCOLS.newest) {
    return { code: 4007, reason: 'Unsupported protocol version' }
  }
  return undefined
}

/** Answers an upgrade by plain HTTP and ends the connection. */
function rejectUpgrade(stream: Duplex, status: '403 Forbidden' | '503 Service Unavailable'): void {
  stream.on('error', () => stream.destroy())
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => stream.destroy())
}

function pathOf(request: IncomingMessage): string {
  return request.url?.split('?')[0] ?? ''
}

// Counts the sockets of each address; an IPv6 network is one address. Sockets from this machine itself are not counted,
// because they come from a proxy that does not name its clients.

class Addresses {
  private readonly sockets = new Map<string, number>()
  private readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  /** Counts one more socket of an address; false, and uncounted, where it has as many as it may. */
  enter(address: string): boolean {
    const network = networkOf(address)
    const count = this.sockets.get(network) ?? 0
    if (isThisMachine(network)) return true
    if (count >= this.limit) return false
    this.sockets.set(network, count + 1)
    return true
  }

  /** Counts a socket that `enter` counted no more. */
  leave(address: string): void {
    const network = networkOf(address)
    const count = this.sockets.get(network) ?? 0
    if (count > 1) this.sockets.set(network, count - 1)
    else this.sockets.delete(network)
  }
}

/** The client's address of a request; a proxy is trusted where the settings say so, as for all calls. */
const addressOf = (request: IncomingMessage, trustProxy: TrustProxy | false): string =>
  (trustProxy ? proxyAddr(request, trustProxy) : request.socket.remoteAddress) ?? ''

const isThisMachine = (network: string) => network === '0:0:0:0' || network.startsWith('127.')

const PONG_NOT_RECEIVED = 4201

/**
 * Pings sockets that were silent for the activity timeout, and closes those that stay silent for as long again. The
 * ping is a WebSocket control frame, which browsers answer even while they hold back a page's timers. Returns the
 * function that stops it.
 */
function keepAlive(connections: Map<string, Connection>, activityTimeout: number): () => void {
  const limit = activityTimeout * 1000
  const timer = setInterval(() => {
    const now = performance.now()
    for (const connection of connections.values()) {
      const silent = now - connection.lastHeard
      if (silent > 2 * limit) connection.end(PONG_NOT_RECEIVED, 'Pong reply not received in time')
      else if (silent > limit) connection.ping()
    }
  }, limit / 2)
  timer.unref()
  return () => clearInterval(timer)
}
