/**
 * Leaves a web server, for another at the same port or for its end, without breaking a connection in which somebody is
 * about to ask.
 */
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/**
 * So long a connection may be silent before it is closed. Where another process answers at the port, until another
 * server would have closed it as well; where nobody does, until who is at work has asked once more.
 */
export const maxSilentMs = { besideOthers: 5_000, alone: 500 }
const betweenLooks = 50

/**
 * Watches the connections from now on. What it gives back takes no new ones, answers what still comes on the others and
 * asks to leave with each answer; it resolves when all are gone or were silent for long. Sockets that stay (WebSockets)
 * are none of them. Then `app.close()` is due, which is under way already.
 */
export function leaving(app: FastifyInstance): (silentMs: number) => Promise<{ closed: Promise<void> }> {
  const { server } = app
  const open = new Set<Socket>()
  const isSecure = 'setSecureContext' in server
  // One function for all, and none where there is a WebSocket, which stays for hours.
  function forget(this: Socket) {
    open.delete(this)
  }
  server.on(isSecure ? 'secureConnection' : 'connection', (socket: Socket) => {
    open.add(socket)
    socket.on('close', forget)
  })
  server.on('upgrade', (_, socket) => {
    open.delete(socket as Socket)
    socket.off('close', forget)
  })
  return async silentMs => {
    const closeSilent = server.closeIdleConnections.bind(server)
    // Closing a server closes at once what is silent at that moment, also where a request is on its way.
    server.closeIdleConnections = () => {}
    closeAfterAccepting(server)
    const closed = app.close()
    for (let waited = 0; open.size > 0 && waited < silentMs; waited += betweenLooks) await sleep(betweenLooks)
    const closing = setInterval(closeSilent, betweenLooks)
    while (open.size > 0) await Promise.race([sleep(1_000), ...[...open].map(socket => once(socket, 'close'))])
    clearInterval(closing)
    return { closed }
  }
}

/** How long waiting connections are taken before the port is let go, however many still come. */
const maxAcceptingMs = 500
/** Rounds of the event loop without a new connection after which none waits. */
const quietRounds = 2

/**
 * Lets the port go when no connection waits at it. Those that the kernel has taken and the process has not would break,
 * and Node takes one in each round of the event loop; so only one that comes in the same moment is left.
 */
function closeAfterAccepting(server: FastifyInstance['server']): void {
  const close = server.close.bind(server)
  server.close = callback => {
    const until = Date.now() + maxAcceptingMs
    let quiet = 0
    server.on('connection', () => {
      quiet = 0
    })
    const look = () => {
      if (quiet++ >= quietRounds || Date.now() > until) close(callback)
      else setImmediate(look)
    }
    setImmediate(look)
    return server
  }
}
