type Socket = { readonly readyState: number; send: (data: string) => void }
type Runtime = { createWebSocket: (url: string) => unknown }

const OPEN = 1
const kept = new WeakSet<Runtime>()

/**
 * Lets the sockets of pusher-js send only while they are open. It sends a turn after it was told to: what is said just before the
 * connection ends, or while the server is closing it, would otherwise be given to a socket that drops it, and the browser complains of each
 * ("WebSocket is already in CLOSING or CLOSED state"). Nothing is lost by it: whatever rests on an answer asks again on the next connection.
 */
export function sendOnlyWhileOpen(runtime: Runtime): void {
  if (kept.has(runtime)) return
  kept.add(runtime)
  const create = runtime.createWebSocket
  runtime.createWebSocket = url => {
    const socket = create.call(runtime, url) as Socket
    const send = socket.send.bind(socket)
    socket.send = data => {
      if (socket.readyState === OPEN) send(data)
    }
    return socket
  }
}
