// A tend in a process of its own, for the tests that kill one: without the web app's build and the embedded database, and otherwise
// as main.ts starts it. Tells its port in one line of JSON; SIGTERM ends it.
import { startTend } from '../../start.ts'
import { readConfig } from '../config.ts'

const config = readConfig(process.env, { demo: false, version: '0.0.0' })
const tend = await startTend(config, config.databaseUrl ?? '')
await tend.app.listen({ port: 0, host: '127.0.0.1' })
process.once('SIGTERM', async () => {
  await tend.stop()
  process.exit(0)
})
console.log(JSON.stringify({ port: Number(new URL(tend.app.listeningOrigin).port) }))
