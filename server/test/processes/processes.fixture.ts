// Two processes of a tend on a database that is given, without the web app's build, and otherwise as main.ts starts
// them. Prints a line of JSON when they serve, and one for each thing that happens to them; SIGUSR2 replaces them,
// SIGTERM ends them.
import { fileURLToPath } from 'node:url'
import { startProcesses } from '../../lib/processes/processes.ts'

const print = (line: object) => console.log(JSON.stringify(line))

const file = fileURLToPath(new URL('../../process.ts', import.meta.url))
const processes = await startProcesses({
  count: 2,
  file,
  ownerUrl: process.env.DATABASE_URL ?? '',
  log: happened => print({ happened }),
  onRestore: () => {},
})
process.on('SIGUSR2', () => processes.restart(file).then(() => print({ happened: 'All processes are replaced' })))
process.once('SIGTERM', async () => {
  await processes.stop()
  process.exit(0)
})
print({ port: Number(new URL(processes.address).port) })
