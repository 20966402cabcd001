/**
 * One open socket: writing to it, ending it, and the order of what it does. Frames are written to the TCP stream under
 * the WebSocket, past `ws`'s own sender, so that one buffer serves all sockets; that is sound because nothing here is
 * compressed or fragmented, hence `ws` itself writes its control frames straight to the same stream.
 */
import { randomInt } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { type RawData, WebSocket } from 'ws'
import type { Grant, MemberList } from './adapter.ts'
import { type Limits, takeToken } from './options.ts'
import { buildFrame } from './protocol.ts'
import { type Flushable, flushLater, type LeanWebSocket, type SocketListener, writeBatch } from './socket.ts'

const UNSUPPORTED_DATA = 1003
const OVER_CAPACITY = 4100

/** What all connections of a node share. */
export type ConnectionNeeds = {
  limits: Limits
  onMessage(connection: Connection, text: string): void
  /** called once, at the moment when the connection is over for the server, which may be before it is closed */
  onEnd(connection: Connection): void
  onFailure(error: Error): void
}

/** There are thousands of them: fields that most do not need are created late, and short collections are lists. */
export class Connection implements SocketListener, Flushable {
  readonly id = `${randomInt(1, 2 ** 47)}.${randomInt(1, 2 ** 47)}`
  /** where it comes from */
  readonly address: string
  /** one for each channel; copied where one is added, because a list that grows takes room for seventeen */
  subscriptions: readonly Subscription[] = []
  /** channels whose grant is not known yet to be there or not */
  awaited: Set<string> | undefined
  /** the channel of the user who has signed in on this socket */
  signedInto: string | undefined
  /** when the client last said anything; whole milliseconds, which V8 keeps in place */
  lastHeard = Math.round(performance.now())
  ended = false

  private readonly socket: LeanWebSocket
  private readonly stream: Duplex
  private readonly needs: ConnectionNeeds
  /** when as much as at first may pass again, see `takeToken` */
  private framesFullAt = 0
  private subscribesFullAt = 0
  private clientEventsFullAt = 0
  /** frames of this turn of the event loop that are not written yet */
  private gathered: Buffer[] | undefined
  private gatheredBytes = 0
  private work: Promise<void> | undefined
  private isClosed = false
  private closing: PromiseWithResolvers<void> | undefined

  constructor(socket: LeanWebSocket, stream: Duplex, address: string, needs: ConnectionNeeds) {
    this.socket = socket
    this.stream = stream
    this.address = address
    this.needs = needs
    socket.listener = this
  }

  /** Its subscription of a channel. */
  subscriptionTo(channel: string): Subscription | undefined {
    return this.subscriptions.find(({ grant }) => grant.channel === channel)
  }

  /** Whether it may subscribe once more now; if so that is counted. */
  maySubscribe(): boolean {
    const fullAt = takeToken(this.needs.limits.subscribes, this.subscribesFullAt)
    this.subscribesFullAt = fullAt ?? this.subscribesFullAt
    return fullAt !== undefined
  }

  /** Whether it may send one more client event now; if so that is counted. */
  maySendClientEvent(): boolean {
    const fullAt = takeToken(this.needs.limits.clientEvents, this.clientEventsFullAt)
    this.clientEventsFullAt = fullAt ?? this.clientEventsFullAt
    return fullAt !== undefined
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
    this.lastHeard = Math.round(performance.now())
  }

  /** The client said something in words. */
  message(data: RawData, isBinary: boolean): void {
    this.heard()
    if (this.ended) return
    const fullAt = takeToken(this.needs.limits.frames, this.framesFullAt)
    if (isBinary) {
      this.end(UNSUPPORTED_DATA, 'Binary messages are not supported')
    } else if (fullAt === undefined) {
      this.end(OVER_CAPACITY, 'Too many messages')
    } else {
      this.framesFullAt = fullAt
      this.needs.onMessage(this, data.toString())
    }
  }

  /** Something is wrong with the socket, which ends. */
  failed(error: Error): void {
    this.needs.onFailure(error)
  }

  /** Writes a finished frame. A reader that is too slow loses its socket instead of filling our memory. */
  write(frame: Buffer): void {
    if (this.ended || this.socket.readyState !== WebSocket.OPEN) return
    const { bufferedBytes } = this.needs.limits
    // What was only gathered says nothing of the reader.
    if (this.stream.writableLength + this.gatheredBytes > bufferedBytes) this.flush()
    if (this.stream.writableLength > bufferedBytes) {
      this.drop()
      return
    }
    this.gatheredBytes += frame.length
    if (this.gathered) {
      this.gathered.push(frame)
    } else {
      this.gathered = [frame]
      flushLater(this)
    }
  }

  /** Writes what was gathered in this turn. */
  flush(): void {
    const { gathered, gatheredBytes } = this
    if (!gathered) return
    this.gathered = undefined
    this.gatheredBytes = 0
    // A client that closed in the same turn gets nothing after it.
    if (this.socket.readyState === WebSocket.OPEN) writeBatch(this.stream, gathered, gatheredBytes)
  }

  /** Asks for a sign of life. */
  ping(): void {
    if (!this.ended && this.socket.readyState === WebSocket.OPEN) this.socket.ping()
  }

  /** Runs after everything that this connection began before, so that joins and leaves never overtake each other. */
  run(task: () => Promise<void>): void {
    const work = (this.work ?? Promise.resolve()).then(task)
    this.work = work
    void work.then(() => {
      if (this.work === work) this.work = undefined
    })
  }

  /** Resolves when the socket is closed and everything that the connection began is done. */
  async gone(): Promise<void> {
    if (!this.isClosed) {
      this.closing ??= Promise.withResolvers()
      await this.closing.promise
    }
    await this.work
  }

  /** Ends the connection with a close code. */
  end(code: number, reason: string): void {
    if (!this.finish()) return
    // What was said before comes before the end.
    this.flush()
    this.socket.close(code, reason)
  }

  /** Cuts the connection: there is nobody to read a close frame. */
  drop(): void {
    if (!this.finish()) return
    this.gathered = undefined
    this.socket.terminate()
  }

  /** The socket is closed, by either side. */
  closed(): void {
    this.finish()
    this.gathered = undefined
    this.isClosed = true
    this.closing?.resolve()
  }

  private finish(): boolean {
    if (this.ended) return false
    this.ended = true
    this.needs.onEnd(this)
    return true
  }
}

/**
 * One socket in one channel. Events that arrive before the adapter has answered are held and follow right after
 * subscription_succeeded, so that none is lost. Of arrivals and departures only those follow that the list of members
 * does not contain already.
 */
export class Subscription {
  readonly connection: Connection
  readonly grant: Grant
  ended = false
  private held: Buffer[] | undefined = []
  private isListed = false

  constructor(connection: Connection, grant: Grant) {
    this.connection = connection
    this.grant = grant
  }

  get confirmed(): boolean {
    return this.held === undefined
  }

  /** The client asks, for the first time or again: holds what comes until it has its answer. */
  ask(): void {
    this.held ??= []
    this.isListed = false
  }

  /** The list that the client will get is true from now on. */
  listed(): void {
    this.isListed = true
  }

  /** Brings a frame to the socket, or holds it until the subscription is confirmed. */
  deliver(frame: Buffer, isOfMembership: boolean): void {
    if (!this.held) this.connection.write(frame)
    else if (this.isListed || !isOfMembership) this.held.push(frame)
  }

  /** Tells the client that it is in, with the members of a presence channel, and lets the held frames follow. */
  confirm(members: MemberList | undefined): void {
    this.connection.write(confirmation(this.grant.channel, members))
    for (const frame of this.held ?? []) this.connection.write(frame)
    this.held = undefined
  }
}

/** Many who enter together get the same list: its frame is built once. */
const frames = new WeakMap<MemberList, Buffer>()

function confirmation(channel: string, members: MemberList | undefined): Buffer {
  const built = members && frames.get(members)
  const frame = built ?? buildFrame('pusher_internal:subscription_succeeded', members, channel)
  if (members && !built) frames.set(members, frame)
  return frame
}
