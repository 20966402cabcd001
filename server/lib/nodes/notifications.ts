/**
 * Sends messages through PostgreSQL's NOTIFY, which every node hears after the commit, in the order of the commits. A
 * notification holds less than 8,000 bytes; longer bodies are stored in a table for some minutes, and the notification
 * names the row.
 */
import { randomUUID } from 'node:crypto'
import type { ClientBase } from 'pg'

export const CHANNEL = 'tend'

const LONGEST_BYTES = 7900
/** The brackets of a body, and the number that it begins with. */
const NUMBER_BYTES = 20
const MOST_PARTS = 8
const STORED = '#'

/** PostgreSQL takes the same notification twice in one transaction for one. */
let sent = 0

/** Sends messages, each a text of JSON, when the transaction that `client` is in commits, or at once without one. */
export async function notify(client: ClientBase, messages: string[]): Promise<void> {
  const bodies = bodiesOf(messages)
  if (bodies.length === 1) {
    await client.query({ name: 'notify', text: 'select pg_notify($1, $2)', values: [CHANNEL, bodies[0]] })
  } else if (bodies.length > 0) {
    await client.query({
      name: `notify ${bodies.length}`,
      text: `select ${bodies.map((_, at) => `pg_notify($1, $${at + 2})`).join(', ')}`,
      values: [CHANNEL, ...bodies],
    })
  } else {
    const id = randomUUID()
    await client.query(
      `with stored as (insert into realtime_payloads (id, body) values ($1::uuid, $2))
       select pg_notify($3, $4)`,
      [id, bodyOf(messages), CHANNEL, STORED + id],
    )
  }
}

const bodyOf = (messages: string[]) => `[${[++sent, ...messages].join(',')}]`

/**
 * Messages in the bodies of as few notifications as hold them, in their order; none where they are too long or too
 * many.
 */
function bodiesOf(messages: string[]): string[] {
  const parts: string[][] = []
  let room = 0
  for (const message of messages) {
    const bytes = Buffer.byteLength(message) + 1
    if (bytes > LONGEST_BYTES - NUMBER_BYTES) return []
    if (bytes > room) {
      if (parts.push([]) > MOST_PARTS) return []
      room = LONGEST_BYTES - NUMBER_BYTES
    }
    parts.at(-1)?.push(message)
    room -= bytes
  }
  return parts.map(bodyOf)
}

/** Whether the body of a notification is stored in the table. */
export const isStored = (payload: string) => /^#[0-9a-f-]{36}$/.test(payload)

/** The messages of a notification. */
export function parseNotification(body: string): unknown[] {
  const [, ...messages] = JSON.parse(body)
  return messages
}

/** The body of a notification. Rejects where its stored row is gone. */
export async function fetchBody(client: ClientBase, payload: string): Promise<string> {
  if (!isStored(payload)) return payload
  const { rows } = await client.query<{ body: string }>('select body from realtime_payloads where id = $1', [
    payload.slice(STORED.length),
  ])
  if (!rows[0]) throw new Error('A long notification was gone before it was read.')
  return rows[0].body
}

/** Deletes stored bodies that every node has read by now. */
export async function clearStored(client: ClientBase): Promise<void> {
  await client.query("delete from realtime_payloads where created_at < clock_timestamp() - interval '5 minutes'")
}
