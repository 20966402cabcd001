/** The start of tend: `npm start`, and with --demo `npm run demo`. Says what it does, then where it answers. */
import { readFileSync } from 'node:fs'
import { buildWebIfStale } from '../scripts/build.ts'
import { firstAdministratorAddress } from './auth/firstAdministrator.ts'
import { readConfig } from './lib/config.ts'
import { claimDataFolder } from './lib/dataFolder.ts'
import { startPostgres } from './lib/postgres/embedded.ts'
import { startTend } from './start.ts'

const say = (line: string) => console.log(line)

/** What has started, latest first: whatever goes wrong, it is stopped again. */
const stops: (() => Promise<void>)[] = []
let isStopping = false

async function main(): Promise<void> {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const config = readConfig(process.env, { demo: process.argv.includes('--demo'), version })
  say(`tend ${version}${config.demo ? ', demo' : ''}`)
  claimDataFolder(config)
  await buildWebIfStale(say)

  const ownerUrl = config.databaseUrl ?? (await ownDatabase(config.dataDir))
  const tend = await startTend(config, ownerUrl)
  stops.unshift(tend.stop)
  if (config.demo) {
    const { seedDemo } = await import('./seeds/demo/seed.ts')
    await seedDemo(tend.services, say)
  }
  if (isStopping) return
  await tend.app.listen({ port: config.port, host: config.host })

  const address = config.publicUrl ?? tend.app.listeningOrigin
  const first = await firstAdministratorAddress(tend.services, address)
  if (first)
    say(`\nNobody administers this tend yet. Open this address once to become its administrator:\n  ${first}\n`)
  say(`tend ready ${address}`)
}

async function ownDatabase(dataDir: string): Promise<string> {
  const postgres = await startPostgres({ dataDir, log: say })
  stops.push(postgres.stop)
  return postgres.url
}

/** Ctrl-C or a service manager: finish requests, then stop PostgreSQL. A second Ctrl-C does not wait. */
async function stop(): Promise<void> {
  if (isStopping) process.exit(1)
  isStopping = true
  say('\nStopping …')
  await running.catch(() => {})
  await end(0)
}

async function end(code: number): Promise<never> {
  for (const part of stops.splice(0)) await part().catch(error => console.error(error))
  if (code === 0) say('Stopped.')
  process.exit(code)
}

/** A mistake in the settings or the folder is one sentence; anything else is shown whole. */
async function fail(error: unknown): Promise<void> {
  const expected = error instanceof Error && ['Error', 'StartError'].includes(error.name) && !('code' in error)
  console.error(expected ? `\n${error.message}` : error)
  if (!isStopping) await end(1)
}

process.on('SIGINT', stop)
process.on('SIGTERM', stop)
const running = main()
running.catch(fail)
