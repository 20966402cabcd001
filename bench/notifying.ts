/**
 * Where the notifications end that all nodes share: transactions that notify, as every write of tend does, beside the
 * same ones that do not, from more and more connections. PostgreSQL takes one lock for the whole server while a
 * transaction that notifies commits (docs/decisions/0009).
 */
import { Client } from 'pg'
import { CHANNEL } from '#server/lib/nodes/notifications.ts'
import { startPostgres } from '#server/lib/postgres/embedded.ts'
import { onDatabase } from './database.ts'
import { temporaryFolder } from './folder.ts'
import { hold } from './holding.ts'
import type { Row } from './row.ts'
import { median } from './statistics.ts'

const writers = [1, 4, 16, 64]
const nodes = 4
const rounds = 5
const roundMs = 1000
/** About what a message of tend has. */
const body = JSON.stringify({ event: 'message.sent', text: 'x'.repeat(600) })

export async function measure(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  // With care for power cuts: a commit waits for the disk, and who notifies holds the lock while it does.
  const { url, stop } = await startPostgres({ dataDir: folder.path, log: () => {}, nodes: 8 })
  await using _ = hold(stop)
  await onDatabase(url, client =>
    client.query('create table notes (id bigint generated always as identity, body text)'),
  )
  const listeners = await connect(url, nodes)
  let heard = 0
  for (const listener of listeners) {
    listener.on('notification', () => heard++)
    await listener.query(`listen ${CHANNEL}`)
  }
  const rows: Row[] = []
  for (const count of writers) {
    const clients = await connect(url, count)
    const [notifying, plain]: [number[], number[]] = [[], []]
    // The first round belongs to the compilers.
    for (let round = -1; round < rounds; round++)
      for (const [notifies, rates] of [[true, notifying] as const, [false, plain] as const]) {
        const rate = await commitsPerSecond(clients, notifies)
        if (round >= 0) rates.push(rate)
      }
    await Promise.all(clients.map(client => client.end()))
    rows.push({
      what: `commits that notify ${nodes} nodes, ${count} connection${count === 1 ? '' : 's'}`,
      unit: '/s',
      measured: median(notifying),
      baseline: { what: 'without', value: median(plain) },
    })
  }
  await Promise.all(listeners.map(listener => listener.end()))
  if (heard === 0) throw new Error('No node has heard anything.')
  return rows
}

async function connect(url: string, count: number): Promise<Client[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const client = new Client({ connectionString: url, pipeline: true })
      await client.connect()
      return client
    }),
  )
}

async function commitsPerSecond(clients: Client[], notifies: boolean): Promise<number> {
  const began = performance.now()
  let commits = 0
  await Promise.all(
    clients.map(async client => {
      while (performance.now() - began < roundMs) {
        await Promise.all([
          client.query('begin'),
          client.query({ name: 'note', text: 'insert into notes (body) values ($1)', values: [body] }),
          ...(notifies
            ? [client.query({ name: 'tell', text: 'select pg_notify($1, $2)', values: [CHANNEL, body + commits] })]
            : []),
          client.query('commit'),
        ])
        commits++
      }
    }),
  )
  return (commits * 1000) / (performance.now() - began)
}
