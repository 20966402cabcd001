import type { Duplex } from 'node:stream'

let waiting: Duplex[] = []

/**
 * What is written to a stream until this turn of the event loop ends goes out in one call of the system: of many messages at once each
 * socket is written to once, and not once for each of them. Nothing waits for a timer, and the order stays as it was written.
 */
export function gather(stream: Duplex): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  if (waiting.push(stream) === 1) setImmediate(release)
}

function release(): void {
  const streams = waiting
  waiting = []
  for (const stream of streams) stream.uncork()
}
