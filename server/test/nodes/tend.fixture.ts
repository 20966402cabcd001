// A tend in a process of its own, for the tests that kill one: without the web app's build, and otherwise as main.ts
// starts it. Tells where it answers in one line of JSON; SIGTERM ends it.

import { readConfig } from '../../lib/config/config.ts'
import { startPostgres } from '../../lib/postgres/embedded.ts'
import { Serving } from '../../serving.ts'
import { startTend } from '../../start.ts'

const config = readConfig(process.env, { demo: false, version: '0.0.0' })
const postgres = config.databaseUrl ? undefined : await startPostgres({ dataDir: config.dataDir, log: () => {} })
const databaseUrl = config.databaseUrl ?? postgres?.url ?? ''
const serving = new Serving({
  ownerUrl: databaseUrl,
  start: async (settings, ownerUrl, restore) => {
    const { app, stop } = await startTend(settings, ownerUrl, { restore })
    await app.listen({ port: settings.port, host: '127.0.0.1' })
    return { address: app.listeningOrigin, stop }
  },
  say: () => {},
  fail: error => {
    throw error
  },
})
const address = await serving.begin(config)
process.once('SIGTERM', async () => {
  await serving.stop()
  await postgres?.stop()
  process.exit(0)
})
const port = Number(new URL(address).port)
console.log(JSON.stringify({ port, databaseUrl, cluster: postgres?.dataFolder ?? '' }))
