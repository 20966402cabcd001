/**
 * The line between a browser and the demo, which can be cut: engines other than Chromium have no switch for "offline"
 * that a journey could turn. It also tells what a page complains about, where the engine does not.
 */
import { createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

export type Line = { address: string; cut: () => void; join: () => void; stop: () => Promise<void> }

/** The path of the script that collects complaints. */
const collector = '/complaints.js'

/** Runs in the page: keeps errors over reloads, for `complaints()` of a page to read. */
const collecting = `
const keep = text => {
  const kept = JSON.parse(sessionStorage.getItem('complaints') ?? '[]')
  sessionStorage.setItem('complaints', JSON.stringify([...kept, String(text).slice(0, 500)].slice(-50)))
}
// Firefox has no message in a stack.
const said = error => error?.stack ? error + ' ' + error.stack : String(error)
addEventListener('error', event => event.error && keep(said(event.error)))
addEventListener('unhandledrejection', event => keep('unhandled: ' + said(event.reason)))
addEventListener('securitypolicyviolation', event => keep('policy: ' + event.violatedDirective + ' ' + event.blockedURI))
const error = console.error
console.error = (...all) => {
  keep('console: ' + all.map(one => one?.message ?? one).join(' '))
  error(...all)
}
`

/**
 * @param target The address of the demo.
 * @param withoutPolicy Leaves the content security policy out: Playwright evaluates text in Firefox, which the policy
 *   forbids.
 */
export async function startLine(target: string, { withoutPolicy = false } = {}): Promise<Line> {
  const { hostname: host, port } = new URL(target)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((asked, answer) => {
    if (asked.url === collector) return void answer.setHeader('content-type', 'text/javascript').end(collecting)
    // Compressed pages could not be written into.
    const { 'accept-encoding': encoding, ...rest } = asked.headers
    const isPage = asked.headers.accept?.startsWith('text/html') ?? false
    const headers = isPage ? rest : asked.headers
    const onward = request({ host, port, path: asked.url, method: asked.method, headers }, async answered => {
      if (withoutPolicy) delete answered.headers['content-security-policy']
      const isHtml = isPage && String(answered.headers['content-type']).startsWith('text/html')
      if (!isHtml) {
        answer.writeHead(answered.statusCode ?? 502, answered.headers)
        return void answered.pipe(answer)
      }
      const page = (await textOf(answered)).replace('<head>', `<head><script src="${collector}"></script>`)
      delete answered.headers['content-length']
      answer.writeHead(answered.statusCode ?? 502, answered.headers).end(page)
    })
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  })
  server.on('connection', socket => {
    if (isCut) return void socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (asked, near: Socket, head) => {
    const far = connect(Number(port), host, () => {
      far.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${headersOf(asked)}\r\n\r\n`)
      far.write(head)
      far.pipe(near).pipe(far)
    })
    far.on('error', () => near.destroy())
    near.on('error', () => far.destroy())
    near.on('close', () => far.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true
      endAll()
    },
    join: () => {
      isCut = false
    },
    stop: async () => {
      endAll()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function textOf(answered: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of answered) parts.push(part)
  return Buffer.concat(parts).toString()
}

function headersOf({ rawHeaders }: IncomingMessage): string {
  const lines: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
  return lines.join('\r\n')
}
