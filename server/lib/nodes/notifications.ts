/**
 * How messages travel through PostgreSQL: all of one transaction as one notification, which every node hears when the transaction has
 * committed, in the order of the commits. A notification holds less than 8,000 bytes; what is longer stands in a table for some
 * minutes, and the notification says where.
 */
import { randomUUID } from 'node:crypto'
import type { ClientBase } from 'pg'

export const CHANNEL = 'tend'

const LONGEST_BYTES = 7900
const STORED = '#'

/** PostgreSQL takes the same notification twice in one transaction for one. */
let sent = 0

/** Sends messages, each a text of JSON, when the transaction that `client` is in commits, or at once without one. */
export async function notify(client: ClientBase, messages: string[]): Promise<void> {
  const body = `[${[++sent, ...messages].join(',')}]`
  if (Buffer.byteLength(body) <= LONGEST_BYTES) {
    await client.query({ name: 'notify', text: 'select pg_notify($1, $2)', values: [CHANNEL, body] })
  } else {
    const id = randomUUID()
    await client.query(
      `with stored as (insert into realtime_payloads (id, body) values ($1::uuid, $2))
       select pg_notify($3, $4)`,
      [id, body, CHANNEL, STORED + id],
    )
  }
}

/** Whether the body of a notification stands elsewhere. */
export const isStored = (payload: string) => /^#[0-9a-f-]{36}$/.test(payload)

/** What a notification says. */
export function parseNotification(body: string): unknown[] {
  const [, ...messages] = JSON.parse(body)
  return messages
}

/** The body of a notification. Rejects where it stood elsewhere and is gone. */
export async function fetchBody(client: ClientBase, payload: string): Promise<string> {
  if (!isStored(payload)) return payload
  const { rows } = await client.query<{ body: string }>('select body from realtime_payloads where id = $1', [
    payload.slice(STORED.length),
  ])
  if (!rows[0]) throw new Error('A long notification was gone before it was read.')
  return rows[0].body
}

/** Clears away what every node has read by now. */
export async function clearStored(client: ClientBase): Promise<void> {
  await client.query("delete from realtime_payloads where created_at < clock_timestamp() - interval '5 minutes'")
}
