import type { Duplex } from 'node:stream'
import { type RawData, WebSocket } from 'ws'

/** What is told of a socket, and whom: one object for each. */
export type SocketListener = {
  message(data: RawData, isBinary: boolean): void
  /** a sign of life that says nothing else */
  heard(): void
  failed(error: Error): void
  closed(): void
}

/**
 * A WebSocket that tells one listener of what happens to it. Five functions of each socket's own, and the table that Node keeps them in, would
 * be more than half a kilobyte for every open page.
 */
export class LeanWebSocket extends WebSocket {
  listener: SocketListener | undefined

  /** Nobody else listens, so nothing else is told; an error before there is a listener is followed by the socket's end. */
  override emit(event: string | symbol, ...told: unknown[]): boolean {
    const { listener } = this
    if (!listener) return false
    if (event === 'message') listener.message(told[0] as RawData, told[1] as boolean)
    else if (event === 'ping' || event === 'pong') listener.heard()
    else if (event === 'error') listener.failed(told[0] as Error)
    else if (event === 'close') listener.closed()
    return true
  }
}

/** What has frames of this turn that are not written yet. */
export type Flushable = { flush(): void }

let waiting: Flushable[] = []

/**
 * What is written to a socket until this turn of the event loop ends goes out in one call of the system: of many messages at once each socket is
 * written to once, and not once for each of them. Nothing waits for a timer, and the order stays as it was written.
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

/** Of more bytes each frame stays the one that all share. */
const maxJoined = 65_536

/** What the socket before was written: many sockets in a row are told the same. */
let last: { frames: Buffer[]; joined: Buffer } | undefined

/** Writes frames in one call; the same frames in the same order are joined once for all sockets that come after each other. */
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
