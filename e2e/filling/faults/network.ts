/**
 * The network between a phone and the server, with its faults: it stands before the demo as another address and passes
 * everything on. Calls that write submissions, or others that are named, can be cut, lost after the server did them,
 * answered 500, or held while something else goes wrong.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

export type Fault = {
  /** So many calls arrive and are answered first; a completion is never among them. */
  pass: number
  kind: 'lost' | 'refused' | 'cut' | 'held before' | 'held after'
}

export class FaultyNetwork {
  address = ''
  /** Calls that changed something and arrived: what the server was asked, in order. */
  readonly arrived: string[] = []
  /** While it is closed, no call that writes arrives, unless a fault lets it. */
  isClosed = false
  private fault: Fault | undefined
  private struck: (() => void) | undefined
  private version = 0
  private readonly held: Socket[] = []
  private readonly sockets = new Set<Socket>()
  private readonly server
  private readonly upstream: URL
  private readonly writes: (pathname: string) => boolean

  /** `writes` says by its path which call it is that faults strike; without it those of submissions. */
  constructor(upstream: string, writes = (pathname: string) => pathname.startsWith('/api/form/submission')) {
    this.upstream = new URL(upstream)
    this.writes = writes
    this.server = createServer((incoming, answer) => void this.pass(incoming, answer))
    this.server.on('connection', socket => {
      this.sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => this.sockets.delete(socket))
    })
    this.server.on('upgrade', (incoming, socket, head) => this.tunnel(incoming, socket as Socket, head))
  }

  async open(): Promise<void> {
    await new Promise<void>(resolve => this.server.listen(0, '127.0.0.1', resolve))
    this.address = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    await new Promise(resolve => this.server.close(resolve))
  }

  /** Lies in wait for calls that write; resolves when the fault struck. */
  strike(fault: Fault): Promise<void> {
    this.fault = fault
    return new Promise(resolve => {
      this.struck = resolve
    })
  }

  /** What was held is cut, and no fault lies in wait any more. */
  calm(): void {
    this.fault = undefined
    for (const socket of this.held.splice(0)) socket.destroy()
  }

  /** From now on there is a newer version of the app. */
  update(): string {
    return `1.3.9-${++this.version}`
  }

  private async pass(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = incoming
    const { pathname } = new URL(url, this.upstream)
    const content = await bodyOf(incoming)
    const isWriting = method !== 'GET' && this.writes(pathname)
    const fault = isWriting ? this.take(pathname) : undefined
    if (fault === 'closed') return void incoming.socket.destroy()
    if (fault === 'cut') return this.lose(incoming)
    if (fault === 'refused') {
      answer.writeHead(500, { 'content-type': 'application/json' }).end('{}')
      return this.struck?.()
    }
    if (fault === 'held before') return this.hold(incoming)
    const { status, headers, body } = await this.ask(incoming, content)
    if (isWriting) this.arrived.push(`${method} ${pathname} ${status}`)
    if (fault === 'lost') return this.lose(incoming)
    if (fault === 'held after') return this.hold(incoming)
    const text = this.updated(pathname, body)
    answer.writeHead(status, { ...headers, 'content-length': text.length }).end(text)
  }

  private take(pathname: string): Fault['kind'] | 'closed' | undefined {
    const { fault } = this
    if (!fault) return this.isClosed ? 'closed' : undefined
    if (fault.pass-- > 0 && !pathname.endsWith('/complete')) return undefined
    this.fault = undefined
    return fault.kind
  }

  private hold({ socket }: IncomingMessage): void {
    this.held.push(socket)
    this.struck?.()
  }

  private lose({ socket }: IncomingMessage): void {
    socket.destroy()
    this.struck?.()
  }

  private ask({ method, url, headers }: IncomingMessage, content: Buffer) {
    type Answer = { status: number; headers: IncomingMessage['headers']; body: Buffer }
    return new Promise<Answer>((resolve, reject) => {
      const options = { method: method ?? 'GET', headers: this.homely(headers) }
      const call = request(new URL(url ?? '/', this.upstream), options, async response => {
        const { 'transfer-encoding': _, ...rest } = response.headers
        resolve({ status: response.statusCode ?? 502, headers: rest, body: await bodyOf(response) })
      })
      call.on('error', reject)
      call.end(content)
    })
  }

  /** The server must not see that it is asked under another address, nor answer in a form that cannot be read here. */
  private homely({ 'accept-encoding': _, ...headers }: IncomingMessage['headers']) {
    const { host, origin } = this.upstream
    return { ...headers, host, ...(headers.origin && { origin }) }
  }

  private updated(pathname: string, body: Buffer): Buffer {
    if (this.version === 0) return body
    if (pathname === '/service-worker.js')
      return Buffer.from(body.toString().replace(/"version":"/, `"version":"${this.version}-`))
    if (pathname === '/api/system/version')
      return Buffer.from(body.toString().replace(/"version":"[^"]*"/, `"version":"1.3.9-${this.version}"`))
    return body
  }

  private tunnel(incoming: IncomingMessage, socket: Socket, head: Buffer): void {
    const through = connect(Number(this.upstream.port), this.upstream.hostname, () => {
      const lines = Object.entries(this.homely(incoming.headers)).map(([name, value]) => `${name}: ${value}`)
      through.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      through.write(head)
      socket.pipe(through).pipe(socket)
    })
    for (const [one, other] of [
      [socket, through],
      [through, socket],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  }
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  try {
    for await (const part of incoming) parts.push(part)
  } catch {
    // The phone went away in the middle.
  }
  return Buffer.concat(parts)
}
