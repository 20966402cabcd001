/**
 * The least that Fastify, pg and ws can do for messages in rooms: a post is stored, and goes to every socket of its
 * room. Nobody is asked who they are or what they may.
 */
import Fastify from 'fastify'
import { Pool } from 'pg'
import { WebSocket, WebSocketServer } from 'ws'

const pool = new Pool({ connectionString: process.env.DATABASE_URL })
await pool.query(
  'create table said (id serial primary key, room int not null, text text not null, at timestamptz not null default now())',
)
const rooms = new Map<string, Set<WebSocket>>()
const app = Fastify()

app.post<{ Params: { room: string }; Body: { message_text: string } }>('/:room', async ({ params, body }) => {
  const { rows } = await pool.query('insert into said (room, text) values ($1, $2) returning *', [
    params.room,
    body.message_text,
  ])
  const text = JSON.stringify(rows[0])
  for (const socket of rooms.get(params.room) ?? []) if (socket.readyState === WebSocket.OPEN) socket.send(text)
  return rows[0]
})

const sockets = new WebSocketServer({ server: app.server })
sockets.on('connection', (socket, { url = '/' }) => {
  const room = url.slice(1)
  rooms.set(room, (rooms.get(room) ?? new Set()).add(socket))
  socket.on('close', () => rooms.get(room)?.delete(socket))
})

process.on('SIGTERM', async () => {
  for (const client of sockets.clients) client.terminate()
  await app.close()
  await pool.end()
})
console.log(`ready ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
