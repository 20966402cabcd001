// A tend of its own for the tests that kill one: starts the database of the folder it is given, then writes rows and
// tells each number once the database has acknowledged it. One JSON line per event; "stop" on stdin ends it.
import { Client } from 'pg'
import { startPostgres } from '../../lib/postgres/embedded.ts'
import { reason } from '../../lib/postgres/place.ts'

const tell = (event: object) => process.stdout.write(`${JSON.stringify(event)}\n`)
process.on('SIGINT', () => tell({ log: 'SIGINT' }))

try {
  const running = await startPostgres({
    dataDir: process.argv[2] ?? '',
    log: line => tell({ log: line }),
    durable: false,
  })
  process.stdin.once('data', async () => {
    await running.stop()
    process.exit(0)
  })
  const client = new Client(running.url)
  client.on('error', () => {})
  await client.connect()
  // Safe from kills of any process; only a power cut could take it.
  await client.query('SET synchronous_commit = on')
  await client.query('CREATE TABLE IF NOT EXISTS written (number int PRIMARY KEY)')
  tell({ url: running.url, dataFolder: running.dataFolder })
  for (let number = 1; ; number++) {
    await client.query('INSERT INTO written VALUES ($1)', [number])
    tell({ number })
  }
} catch (error) {
  tell({ error: reason(error) })
}
