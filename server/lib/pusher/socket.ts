import type { Duplex } from 'node:stream'
import { type RawData, WebSocket } from 'ws'

/** Hears what happens to one socket. */
export type SocketListener = {
  message(data: RawData, isBinary: boolean): void
  /** a sign of life that says nothing else */
  heard(): void
  failed(error: Error): void
  closed(): void
}

/**
 * A WebSocket with one listener object instead of an event emitter's functions, which would take more than half a
 * kilobyte for every open page.
 */
export class LeanWebSocket extends WebSocket {
  listener: SocketListener | undefined

  /**
   * Nobody else listens, so nothing else is told; an error before there is a listener is followed by the socket's end.
   */
  override emit(event: string | symbol, ...args: unknown[]): boolean {
    const { listener } = this
    if (!listener) return false
    if (event === 'message') listener.message(args[0] as RawData, args[1] as boolean)
    else if (event === 'ping' || event === 'pong') listener.heard()
    else if (event === 'error') listener.failed(args[0] as Error)
    else if (event === 'close') listener.closed()
    return true
  }
}

/** Has frames of this turn of the event loop that are not written yet. */
export type Flushable = { flush(): void }

let waiting: Flushable[] = []

/**
 * Flushes at the end of this turn of the event loop, so that many messages at once are one write for each socket.
 * Nothing waits for a timer, and the order stays.
 */
export function flushLater(one: Flushable): void {
  if (waiting.push(one) === 1) setImmediate(release)
}

function release(): void {
  const all = waiting
  waiting = []
  for (const one of all) one.flush()
  last = undefined
}

/** Above this, frames are written one by one, and the buffer that all sockets share is not copied. */
const maxJoined = 65_536

/** The last joined frames: many sockets in a row get the same. */
let last: { frames: Buffer[]; joined: Buffer } | undefined

/**
 * Writes frames in one call; the same frames in the same order are joined once for all sockets that come after each
 * other.
 */
export function writeBatch(stream: Duplex, frames: Buffer[], bytes: number): void {
  if (frames.length === 1) {
    stream.write(frames[0])
    return
  }
  if (bytes > maxJoined) {
    stream.cork()
    for (const frame of frames) stream.write(frame)
    stream.uncork()
    return
  }
  if (!last || last.frames.length !== frames.length || frames.some((frame, at) => frame !== last?.frames[at]))
    last = { frames, joined: Buffer.concat(frames, bytes) }
  stream.write(last.joined)
}
