/**
 * The least that Fastify and pg can do to write a place, and a task with one person and one occurrence: the token
 * looked up in the database, the fields checked by a JSON schema, and one insert, or three in a transaction. No rules,
 * no log, nobody is told.
 */
import { createHash } from 'node:crypto'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { Pool } from 'pg'

type Place = { name: string; type: string; parent_id?: number | null; notes?: string | null }
type Task = { title: string; starts_at: string; due_after: string; timezone: string; assignees: { user_id: number }[] }

const session = `select s.user_id, s.company_id, s.token_expires_at, u.admin_since, u.archived_at, m.role_id
  from sessions s
  inner join users u on u.id = s.user_id
  left join memberships m on m.company_id = s.company_id and m.user_id = s.user_id and m.ended_at is null
  where s.token_hash = $1 or s.previous_token_hash = $1`

const pool = new Pool({ connectionString: process.env.DATABASE_URL })
const app = Fastify()

async function whoAsks(request: FastifyRequest, reply: FastifyReply) {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
  const hash = createHash('sha256').update(token).digest('base64url')
  const [found] = (await pool.query({ name: 'session', text: session, values: [hash] })).rows
  if (found && !found.archived_at && found.token_expires_at >= new Date()) return found
  await reply.code(401).send()
}

const text = { type: 'string', minLength: 1, maxLength: 200 }
const place = { type: 'object', required: ['name', 'type'], properties: { name: text, type: { type: 'string' } } }
const task = {
  type: 'object',
  required: ['title', 'assignees'],
  properties: { title: text, assignees: { type: 'array' } },
}

app.post<{ Body: Place }>('/api/location', { schema: { body: place } }, async (request, reply) => {
  const who = await whoAsks(request, reply)
  if (!who) return reply
  const { name, type, parent_id = null, notes = null } = request.body
  const { rows } = await pool.query({
    name: 'place',
    text: 'insert into locations (company_id, name, type, parent_id, notes) values ($1, $2, $3, $4, $5) returning *',
    values: [who.company_id, name, type, parent_id, notes],
  })
  return reply.code(201).send({ data: rows[0] })
})

app.post<{ Body: Task }>('/api/task', { schema: { body: task } }, async (request, reply) => {
  const who = await whoAsks(request, reply)
  if (!who) return reply
  const { title, starts_at, due_after, timezone, assignees } = request.body
  const person = assignees[0]?.user_id
  const client = await pool.connect()
  try {
    await client.query('begin')
    const made = await client.query({
      name: 'task',
      text: `insert into tasks (company_id, title, priority, starts_at, due_after, timezone, created_by)
        values ($1, $2, 'normal', $3, $4, $5, $6) returning *`,
      values: [who.company_id, title, starts_at, due_after, timezone, who.user_id],
    })
    const [row] = made.rows
    await client.query({
      name: 'assignee',
      text: 'insert into task_assignees (company_id, task_id, user_id) values ($1, $2, $3)',
      values: [who.company_id, row.id, person],
    })
    await client.query({
      name: 'occurrence',
      text: `insert into sent_tasks (company_id, task_id, user_id, starts_at, due_at)
        values ($1, $2, $3, $4::timestamptz, $4::timestamptz + interval '12 hours') returning *`,
      values: [who.company_id, row.id, person, `${starts_at}Z`],
    })
    await client.query('commit')
    return reply.code(201).send({ data: { ...row, assignees } })
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
})

process.on('SIGTERM', async () => {
  await app.close()
  await pool.end()
})
console.log(`ready ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
