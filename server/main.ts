/** The start of tend: `npm start`, and with --demo `npm run demo`. Says what it does, then where it answers. */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildWebIfStale } from '../scripts/build.ts'
import { readConfig } from './lib/config/config.ts'
import { claimDataFolder } from './lib/config/dataFolder.ts'
import { tidy } from './lib/heavy/tidy.ts'
import { startPostgres } from './lib/postgres/embedded.ts'
import { Stopping } from './lib/postgres/stopping.ts'

const say = (line: string) => console.log(line)

/** By when the first who waited for the start have been answered. */
const calmMs = 2_000
/** PostgreSQL is launched after some reading of files. */
const launchMs = 10

const stopping = new Stopping(say)

async function main(): Promise<void> {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const config = readConfig(process.env, { demo: process.argv.includes('--demo'), version })
  say(`tend ${version}${config.demo ? ', demo' : ''}`)
  claimDataFolder(config)
  const database = config.databaseUrl ?? ownDatabase(config.dataDir)
  // The rest is read while PostgreSQL gets ready. Reading it keeps the process busy, so PostgreSQL is to be under way by then.
  const rest = sleep(launchMs).then(() => Promise.all([import('./start.ts'), buildWebIfStale(say)]))
  // Where one of them fails, a database that got ready has to be known before it can be stopped.
  await Promise.allSettled([database, rest])
  const [ownerUrl, [{ startTend }]] = await Promise.all([database, rest])
  const tend = await startTend(config, ownerUrl)
  stopping.add(tend.stop)
  if (config.demo) {
    const { seedDemo } = await import('./seeds/demo/seed.ts')
    await seedDemo(tend.services, say)
  }
  if (stopping.isAsked) return
  await tend.app.listen({ port: config.port, host: config.host })

  const address = config.publicUrl ?? tend.app.listeningOrigin
  const { firstAdministratorAddress } = await import('./auth/firstAdministrator.ts')
  const first = await firstAdministratorAddress(tend.services, address)
  if (first)
    say(`\nNobody administers this tend yet. Open this address once to become its administrator:\n  ${first}\n`)
  say(`tend ready ${address}`)
  setTimeout(tidy, calmMs).unref()
}

async function ownDatabase(dataDir: string): Promise<string> {
  const postgres = await startPostgres({ dataDir, log: say })
  stopping.addDatabase(postgres.stop)
  return postgres.url
}

/** A mistake in the settings or the folder is one sentence; anything else is shown whole. */
async function fail(error: unknown): Promise<void> {
  const expected = error instanceof Error && ['Error', 'StartError'].includes(error.name) && !('code' in error)
  console.error(expected ? `\n${error.message}` : error)
  if (!stopping.isAsked) await stopping.end(1)
}

const running = main()
running.catch(fail)
stopping.listen(running)
