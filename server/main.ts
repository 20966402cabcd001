/** The start of tend: `npm start`, and with --demo `npm run demo`. Says what it does, then where it answers. */
import { readFileSync } from 'node:fs'
import { buildWebIfStale } from '../scripts/build.ts'
import { firstAdministratorAddress } from './auth/firstAdministrator.ts'
import { readConfig } from './lib/config/config.ts'
import { claimDataFolder } from './lib/config/dataFolder.ts'
import { startPostgres } from './lib/postgres/embedded.ts'
import { Stopping } from './lib/postgres/stopping.ts'
import { startTend } from './start.ts'

const say = (line: string) => console.log(line)

const stopping = new Stopping(say)

async function main(): Promise<void> {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const config = readConfig(process.env, { demo: process.argv.includes('--demo'), version })
  say(`tend ${version}${config.demo ? ', demo' : ''}`)
  claimDataFolder(config)
  await buildWebIfStale(say)

  const ownerUrl = config.databaseUrl ?? (await ownDatabase(config.dataDir))
  const tend = await startTend(config, ownerUrl)
  stopping.add(tend.stop)
  if (config.demo) {
    const { seedDemo } = await import('./seeds/demo/seed.ts')
    await seedDemo(tend.services, say)
  }
  if (stopping.isAsked) return
  await tend.app.listen({ port: config.port, host: config.host })

  const address = config.publicUrl ?? tend.app.listeningOrigin
  const first = await firstAdministratorAddress(tend.services, address)
  if (first)
    say(`\nNobody administers this tend yet. Open this address once to become its administrator:\n  ${first}\n`)
  say(`tend ready ${address}`)
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
