/** The start of tend: `npm start`, and with --demo `npm run demo`. Says what it does, then where it answers. */
import { readFileSync } from 'node:fs'
import { buildWebIfStale } from '../scripts/build.ts'
import { firstAdministratorAddress } from './auth/firstAdministrator.ts'
import { readConfig } from './lib/config.ts'
import { claimDataFolder } from './lib/dataFolder.ts'
import { startPostgres } from './lib/postgres/embedded.ts'
import { seedDemo } from './seeds/demo/seed.ts'
import { startTend } from './start.ts'

const say = (line: string) => console.log(line)

async function main(): Promise<void> {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const config = readConfig(process.env, { demo: process.argv.includes('--demo'), version })
  const stops: (() => Promise<void>)[] = []
  const stop = stopper(stops)

  say(`tend ${version}${config.demo ? ', demo' : ''}`)
  claimDataFolder(config)
  await buildWebIfStale(say)
  const postgres = config.databaseUrl ? null : await startPostgres({ dataDir: config.dataDir, log: say })
  if (postgres) stops.unshift(postgres.stop)
  const ownerUrl = config.databaseUrl ?? postgres?.url ?? ''
  const tend = await startTend(config, ownerUrl)
  stops.unshift(tend.stop)
  if (config.demo) await seedDemo(tend.services, say)
  if (stop.asked) return
  await tend.app.listen({ port: config.port, host: config.host })
  const address = tend.app.listeningOrigin
  const first = await firstAdministratorAddress(tend.services, config.publicUrl ?? address)
  if (first)
    say(`\nNobody administers this tend yet. Open this address once to become its administrator:\n  ${first}\n`)
  say(`tend ready ${config.publicUrl ?? address}`)
}

/** Ctrl-C or a service manager: finish requests, then stop PostgreSQL. A second Ctrl-C does not wait. */
function stopper(stops: (() => Promise<void>)[]): { asked: boolean } {
  const state = { asked: false }
  const stop = async () => {
    if (state.asked) process.exit(1)
    state.asked = true
    say('\nStopping …')
    try {
      for (const end of stops) await end()
      say('Stopped.')
      process.exit(0)
    } catch (error) {
      fail(error)
    }
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return state
}

function fail(error: unknown): never {
  console.error(
    error instanceof Error && error.name !== 'Error' ? error : `\n${error instanceof Error ? error.message : error}`,
  )
  process.exit(1)
}

main().catch(fail)
