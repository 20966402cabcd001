// A tend in a process of its own, for the tests that kill one: without the web app's build, and otherwise as main.ts
// starts it. Tells where it answers in one line of JSON; SIGTERM ends it.

import { readConfig } from '../../lib/config/config.ts'
import { createOutgoing } from '../../lib/outgoing/outgoing.ts'
import { startPostgres } from '../../lib/postgres/embedded.ts'
import { Serving } from '../../serving.ts'
import { startTend } from '../../start.ts'
import { standInAt } from '../standIn.ts'

const config = readConfig(process.env, { demo: false, version: '0.0.0' })
const postgres = config.databaseUrl ? undefined : await startPostgres({ dataDir: config.dataDir, log: () => {} })
const databaseUrl = config.databaseUrl ?? postgres?.url ?? ''
/** The port of a test's own receiver of webhooks. */
const receiver = process.env.TEST_RECEIVER
const serving = new Serving({
  ownerUrl: databaseUrl,
  start: async (settings, ownerUrl, restore) => {
    const { app, stop, services } = await startTend(settings, ownerUrl, { restore })
    if (receiver) {
      const standIn = await standInAt(Number(receiver))
      Object.assign(services.outgoing, createOutgoing({ isAllowed: () => true, standIn }))
    }
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
