// Runs tend in its own process for the tests that stop one, with a database folder and work that takes a while to end.
// Prints one JSON line at the start and then its log.
import { setTimeout as delay } from 'node:timers/promises'
import { startPostgres } from '../../lib/postgres/embedded.ts'
import { Stopping } from '../../lib/postgres/stopping.ts'

const stopping = new Stopping(line => process.stdout.write(`${line}\n`))
const running = (async () => {
  const postgres = await startPostgres({ dataDir: process.argv[2] ?? '', log: () => {}, durable: false })
  stopping.addDatabase(postgres.stop)
  stopping.add(() => delay(Number(process.argv[3])))
  process.stdout.write(`${JSON.stringify({ dataFolder: postgres.dataFolder })}\n`)
})()
running.catch(error => {
  console.error(error)
  void stopping.end(1)
})
stopping.listen(running)
