/**
 * One open socket: writing to it, ending it, and the order of what it does. Frames are written to the TCP stream under the
 * WebSocket, past `ws`'s own sender, so that one buffer serves all sockets; that is sound because nothing here is
 * compressed or fragmented, hence `ws` itself writes its control frames straight to the same stream.
 */
import { randomInt } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import { buildFrame } from '../frames.ts'
import type { Limits } from '../limits.ts'
import type { Subscription } from '../subscription.ts'
import { gather } from './gather.ts'
import { TokenBucket } from './tokenBucket.ts'

export class Connection {
  readonly id = `${randomInt(1, 2 ** 47)}.${randomInt(1, 2 ** 47)}`
  readonly subscriptions = new Map<string, Subscription>()
  /** channels whose grant is not known yet to be there or not */
  readonly awaited = new Set<string>()
  /** the channel of the user who has signed in on this socket */
  signedInto: string | undefined
  readonly frames: TokenBucket
  readonly subscribes: TokenBucket
  readonly clientEvents: TokenBucket
  /** when the client last said anything */
  lastHeard = performance.now()
  ended = false

  private readonly socket: WebSocket
  private readonly stream: Duplex
  private readonly bufferedBytes: number
  private readonly onEnd: (connection: Connection) => void
  private work: Promise<void> = Promise.resolve()
  private readonly closing = Promise.withResolvers<void>()

  /** `onEnd` is called once, at the moment when the connection is over for the server, which may be before it is closed. */
  constructor(socket: WebSocket, stream: Duplex, limits: Limits, onEnd: (connection: Connection) => void) {
    this.socket = socket
    this.stream = stream
    this.bufferedBytes = limits.bufferedBytes
    this.onEnd = onEnd
    this.frames = new TokenBucket(limits.frames)
    this.subscribes = new TokenBucket(limits.subscribes)
    this.clientEvents = new TokenBucket(limits.clientEvents)
  }

  /** Sends one event to this socket alone. */
  send(event: string, data: unknown, channel?: string): void {
    this.write(buildFrame(event, data, channel))
  }

  /** Tells the client that it is not, or no longer, in a channel. */
  sendRefusal(channel: string, error: string, status: 401 | 403): void {
    this.send('pusher:subscription_error', { type: 'AuthError', error, status }, channel)
  }

  /** Notes that the client said something. */
  heard(): void {
    this.lastHeard = performance.now()
  }

  /** Writes a finished frame. A reader that is too slow loses its socket instead of filling our memory. */
  write(frame: Buffer): void {
    if (this.ended || this.socket.readyState !== WebSocket.OPEN) return
    // What was only gathered says nothing of the reader.
    if (this.stream.writableLength > this.bufferedBytes) this.stream.uncork()
    if (this.stream.writableLength > this.bufferedBytes) {
      this.drop()
    } else {
      gather(this.stream)
      this.stream.write(frame)
    }
  }

  /** Asks for a sign of life. */
  ping(): void {
    if (!this.ended && this.socket.readyState === WebSocket.OPEN) this.socket.ping()
  }

  /** Runs after everything that this connection began before, so that joins and leaves never overtake each other. */
  run(task: () => Promise<void>): void {
    this.work = this.work.then(task)
  }

  /** Resolves when the socket is closed and everything that the connection began is done. */
  async gone(): Promise<void> {
    await this.closing.promise
    await this.work
  }

  /** Ends the connection with a close code. */
  end(code: number, reason: string): void {
    if (this.finish()) this.socket.close(code, reason)
  }

  /** Cuts the connection: there is nobody to read a close frame. */
  drop(): void {
    if (this.finish()) this.socket.terminate()
  }

  /** The socket is closed, by whomever. */
  closed(): void {
    this.finish()
    this.closing.resolve()
  }

  private finish(): boolean {
    if (this.ended) return false
    this.ended = true
    this.onEnd(this)
    return true
  }
}
