/** A broadcast as the manual of `ws` has it: whatever is posted goes to every open socket. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { WebSocket, WebSocketServer } from 'ws'

const http = createServer(async (request, response) => {
  const message = await text(request)
  for (const client of sockets.clients) if (client.readyState === WebSocket.OPEN) client.send(message)
  response.end('{}')
})
const sockets = new WebSocketServer({ server: http })

process.on('SIGTERM', () => {
  for (const client of sockets.clients) client.terminate()
  http.close()
})
http.listen(0, '127.0.0.1', () => console.log(`ready http://127.0.0.1:${(http.address() as AddressInfo).port}`))
