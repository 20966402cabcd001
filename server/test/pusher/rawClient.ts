/** For the tests: a bare WebSocket client, for what no decent client library sends. */
import { once } from 'node:events'
import { WebSocket } from 'ws'

export type Frame = { event: string; channel?: string; data: unknown; user_id?: string }

/** Keeps what arrives until it is asked for. `data` is decoded only as far as the frame is. */
export class RawClient {
  readonly socket: WebSocket
  readonly opened: Promise<unknown>
  readonly closed: Promise<number>
  readonly received: Frame[] = []
  private id: Promise<string> | undefined
  private readonly settle: () => Promise<unknown>
  private readonly waiting: { event: string; resolve: (frame: Frame) => void }[] = []

  /** `settle` resolves when the nodes have told each other everything. */
  constructor(url: string, headers: Record<string, string>, settle: () => Promise<unknown>) {
    this.settle = settle
    this.socket = new WebSocket(url, { headers })
    this.socket.on('message', message => this.receive(JSON.parse(message.toString())))
    this.opened = once(this.socket, 'open')
    // A cut may show as an error; what the tests ask for is the close that follows.
    this.socket.on('error', () => undefined)
    this.closed = new Promise(resolve => this.socket.on('close', resolve))
  }

  send(frame: unknown): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  }

  /** The next frame of that event, taken out of what was received. */
  next(event: string): Promise<Frame> {
    const index = this.received.findIndex(frame => frame.event === event)
    const [frame] = index < 0 ? [] : this.received.splice(index, 1)
    if (frame) return Promise.resolve(frame)
    return new Promise(resolve => this.waiting.push({ event, resolve }))
  }

  /** The data of the next frame of that event, parsed. */
  async nextData(event: string): Promise<unknown> {
    return JSON.parse(String((await this.next(event)).data))
  }

  socketId(): Promise<string> {
    this.id ??= this.nextData('pusher:connection_established').then(data => (data as { socket_id: string }).socket_id)
    return this.id
  }

  /** Everything received and not asked for, once all that the server has sent so far is here. */
  async rest(): Promise<Frame[]> {
    await this.settle()
    this.send({ event: 'pusher:ping', data: {} })
    await this.next('pusher:pong')
    return this.received.splice(0)
  }

  disconnect(): void {
    this.socket.terminate()
  }

  private receive(frame: Frame): void {
    const index = this.waiting.findIndex(({ event }) => event === frame.event)
    const [waiter] = index < 0 ? [] : this.waiting.splice(index, 1)
    if (waiter) waiter.resolve(frame)
    else this.received.push(frame)
  }
}
