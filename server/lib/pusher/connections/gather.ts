import type { Duplex } from 'node:stream'

/** What has frames of this turn that are not written yet. */
export type Gathering = { flush(): void }

let waiting: Gathering[] = []

/**
 * What is written to a socket until this turn of the event loop ends goes out in one call of the system: of many messages at once each socket is
 * written to once, and not once for each of them. Nothing waits for a timer, and the order stays as it was written.
 */
export function gather(one: Gathering): void {
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
export function writeTogether(stream: Duplex, frames: Buffer[], bytes: number): void {
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
