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
export class ToldSocket extends WebSocket {
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
