/**
 * The open sockets of this node: letting them in, watching over them, and sending them away at a planned stop. What they
 * say and what their end means is for whoever made this to decide.
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocketServer } from 'ws'
import { buildFrame } from '../frames.ts'
import type { Limits } from '../limits.ts'
import type { PusherOptions } from '../server.ts'
import { Addresses, addressOf } from './addresses.ts'
import { Connection, type ConnectionNeeds } from './connection.ts'
import { isOurs, type Refusal, refusalOf, rejectUpgrade } from './handshake.ts'
import { keepAlive } from './keepAlive.ts'
import { ToldSocket } from './toldSocket.ts'

const OVER_CAPACITY = 4100
const RECONNECT_NOW = 4200

/** Sockets that are sent away are closed at random moments within this time, so that not all come back at once. */
const CLOSING_TIME = { perSocketMs: 2, longestMs: 2000 }

const SOCKET_OPTIONS = {
  noServer: true,
  WebSocket: ToldSocket,
  clientTracking: false,
  perMessageDeflate: false,
  maxFragments: 64,
  /** how long a client may take to answer a close frame before the connection is cut */
  closeTimeout: 2000,
}

export type ConnectionListeners = {
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

  /** Takes an HTTP upgrade and answers it, whatever the answer; false when the path is not ours. */
  handleUpgrade(request: IncomingMessage, stream: Duplex, head: Buffer): boolean {
    if (!isOurs(request)) return false
    const { origin } = request.headers
    if (this.isClosing) {
      rejectUpgrade(stream, '503 Service Unavailable')
    } else if (this.options.allowedOrigin?.(origin, request.headers.host) === false) {
      this.options.log.warn({ origin }, 'realtime: a page of a foreign origin was turned away')
      rejectUpgrade(stream, '403 Forbidden')
    } else {
      this.sockets.handleUpgrade(request, stream, head, socket =>
        // The class that SOCKET_OPTIONS names.
        this.admit(request, socket as ToldSocket, stream),
      )
    }
    return true
  }

  /** Closes all with 4200, one after another, and resolves when they are gone and their leaving is done. */
  closeAll(): Promise<void> {
    this.closing ??= this.renewAll().then(this.stopKeepAlive)
    return this.closing
  }

  /** Sends those who are here now away with 4200, one after another: they come back at once, and begin anew. */
  async renewAll(): Promise<void> {
    const leaving = [...this.open.values()]
    const spread = Math.min(CLOSING_TIME.longestMs, leaving.length * CLOSING_TIME.perSocketMs)
    await Promise.all(
      leaving.map(async connection => {
        await delay(Math.random() * spread)
        connection.end(RECONNECT_NOW, 'Reconnect now')
        await connection.gone()
      }),
    )
  }

  private admit(request: IncomingMessage, socket: ToldSocket, stream: Duplex): void {
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

  private start(socket: ToldSocket, stream: Duplex, address: string): void {
    const connection = new Connection(socket, stream, address, this.shared)
    this.open.set(connection.id, connection)
    connection.send('pusher:connection_established', {
      socket_id: connection.id,
      activity_timeout: this.options.activityTimeout,
    })
  }
}
