/** The start of tend: `npm start`, `tend start`, and of the demo. Says what it does, then where it answers. */
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildServerIfStale, buildWebIfStale } from '../scripts/build.ts'
import { type Config, readConfig, versionOf, wantsDemo } from './lib/config/config.ts'
import { claimDataFolder } from './lib/config/dataFolder.ts'
import { startPostgres } from './lib/postgres/embedded.ts'
import { Stopping } from './lib/postgres/stopping.ts'
import { applyAtStart, readKeptAt } from './lib/security/keptSettings.ts'
import { prepareForVersion } from './lib/versions/keptDatabase.ts'
import { askDaily } from './lib/versions/newer.ts'
import { becomeNamedVersion, serveAs } from './lib/versions/switching.ts'
import { Serving, type Start } from './serving.ts'

const say = (line: string) => console.log(line)

/** PostgreSQL is launched after some reading of files. */
const launchMs = 10

const stopping = new Stopping(say)
/** An update tries a version on a copy, which must send nobody anything. */
const isTrial = process.argv.includes('--trial')
/** Where our own PostgreSQL has its data; nowhere with an outside one. */
let databaseFolder: string | undefined
/** Replaces all processes that serve; there is none where one process does everything. */
let renew = async () => say('Nothing to replace: one process serves here (PROCESSES), or tend is not ready yet')

async function main(): Promise<void> {
  const version = versionOf()
  const config = readConfig(process.env, { demo: wantsDemo(), version })
  say(`tend ${version}${config.demo ? ', demo' : ''}`)
  claimDataFolder(config)
  const database = config.databaseUrl ?? ownDatabase(config)
  // The rest is read while PostgreSQL gets ready. Reading it keeps the process busy, so PostgreSQL is to be under way
  // by then.
  const rest = sleep(launchMs).then(() =>
    Promise.all([config.processes === 1 ? loadTend() : loadProcesses(), buildWebIfStale(say)]),
  )
  // Where one of them fails, a database that got ready has to be known before it can be stopped.
  await Promise.allSettled([database, rest])
  const [ownerUrl, [start]] = await Promise.all([database, rest])
  const { dataDir, processes } = config
  if (!(await prepareForVersion({ dataDir, ownerUrl, isOwnDisk: !config.databaseUrl, say }, version))) return follow()
  if (!isTrial) applyAtStart(config, (await readKeptAt(ownerUrl, config)).values)
  await keepLog(config, ownerUrl)
  const serving = new Serving({ ownerUrl, start, say, fail })
  // After the database, and so stopped before it.
  stopping.add(() => serving.stop())
  const address = await serving.begin(config)
  // What was started without `server/launch.js`, as while it is developed, follows nothing.
  const stopServing = process.env.TEND_INSTALLED && serveAs(dataDir, { version, address, processes }, follow)
  if (stopServing) stopping.add(async () => stopServing())
  if (!isTrial) {
    const stopAsking = askDaily(config)
    stopping.add(async () => stopAsking())
  }
  say(`tend ready ${address}`)
}

/** Ships the log of our own PostgreSQL to the backups; the last piece has the writes of the stop itself. */
async function keepLog(config: Config, ownerUrl: string): Promise<void> {
  if (databaseFolder === undefined || isTrial) return
  const { keepsLog, startArchiving, stopKeepingLog } = await import('./lib/backup/archiver.ts')
  if (keepsLog(config)) stopping.add(startArchiving(config, ownerUrl, databaseFolder))
  else await stopKeepingLog(ownerUrl)
}

/** Stops, and has `server/launch.js` run the version that the data folder names now. */
function follow(): void {
  say('Another version is to run: finishing, then starting it')
  void stopping.end(0, becomeNamedVersion)
}

/** How all of tend is started in this process; then where it answers. */
async function loadTend(): Promise<Start> {
  const [{ startTend }, { bootstrap }] = await Promise.all([import('./start.ts'), import('./bootstrap.ts')])
  return async (config, ownerUrl, restore) => {
    const tend = await startTend(config, ownerUrl, { worksJobs: !isTrial, isCopy: isTrial, restore })
    try {
      return { address: await bootstrap(tend, config, true, say), stop: tend.stop }
    } catch (error) {
      await tend.stop()
      throw error
    }
  }
}

/**
 * How processes that serve are started from this one, which takes none of their work. SIGUSR2 replaces one after the
 * other.
 */
async function loadProcesses(): Promise<Start> {
  const { startProcesses } = await import('./lib/processes/processes.ts')
  const file = fileURLToPath(new URL('./process.ts', import.meta.url))
  return async ({ processes: count }, ownerUrl, onRestore) => {
    const processes = await startProcesses({ count, file, ownerUrl, log: say, onRestore })
    renew = async () => {
      const [bundle] = await Promise.all([buildServerIfStale(say), buildWebIfStale(say)])
      // Sources that are run as they are (`npm run dev`) have no bundle.
      await processes.restart(file.endsWith('.ts') ? file : join(bundle, basename(file)))
      say('All processes are replaced')
    }
    return processes
  }
}

async function ownDatabase({ dataDir, processes }: Config): Promise<string> {
  const postgres = await startPostgres({ dataDir, log: say, ...(processes > 1 && { nodes: processes + 1 }) })
  stopping.addDatabase(postgres.stop)
  databaseFolder = postgres.dataFolder
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
process.on('SIGUSR2', () =>
  renew().catch(error => say(`The processes are not replaced, and go on: ${(error as Error).message}`)),
)
