// The PostgreSQL that comes with tend, from the npm packages' binaries: nothing to install, nothing to set up.
//
//   place      where the data lies              binaries   which programs run it, and as whom (identity)
//   cluster    the first preparation            server     adopt, wait for, or start the server process
//   session    the lock: one tend per database, and the sign that the server is gone
//   endWithTend  the server of a tend that was killed ends too
//
// Where a server outlives its tend all the same, the next start adopts it and never doubles it.
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { findBinaries } from './binaries.ts'
import { clusterExists, createCluster, readPassword, removeAbandonedDrafts } from './cluster.ts'
import { changeOwner, locate, markReady, type Place, reason, StartError } from './place.ts'
import { endWithTend, findPostmaster, type Postmaster, stopPostmaster } from './postmaster.ts'
import { reachServer, removeSocketFolder, type Server, trimServerLog } from './server.ts'
import { ensureDatabase, holdLock, isPassing, ownerRole } from './session.ts'

export { StartError }

export type RunningPostgres = {
  /**
   * postgres:// URL of the owner role (superuser of this private cluster), unix socket form where the system has
   * sockets.
   */
  url: string
  /** Where the cluster's data really lies (may be /var/lib/tend/… when root's home is not reachable), for the log. */
  dataFolder: string
  stop(): Promise<void>
}

/**
 * Starts the database of a data folder, or takes over the one that still runs there, and keeps it running until
 * `stop`: a server that dies is started again.
 * @param options.durable tests only: false gives up safety from power cuts for speed
 * @param options.nodes how many serve with it at once; more than one need more connections than a small machine allows
 * @throws StartError with a sentence for the person at the terminal
 */
export async function startPostgres(options: {
  dataDir: string
  log: (line: string) => void
  durable?: boolean
  nodes?: number
}): Promise<RunningPostgres> {
  const { dataDir, log, durable = true, nodes = 1 } = options
  const place = locate(dataDir)
  const native = findBinaries(place, log)
  await prepare(place, native, durable, log)
  const server = { place, native, durable, nodes, log, password: readPassword(place) }
  return keepRunning(server, await open(server))
}

/**
 * The address of the database of a data folder for work beside a tend that may be running: its server as it runs, or
 * one that is started for this work.
 * @throws StartError where there is no database yet
 */
export async function reachPostgres(dataDir: string, log: (line: string) => void): Promise<Reached> {
  const place = locate(dataDir)
  if (!clusterExists(place)) throw new StartError(`There is no database in ${dataDir}.`)
  const postmaster = findPostmaster(place.cluster)
  if (!postmaster?.isReady) return startPostgres({ dataDir, log })
  return { url: urlOf(readPassword(place), postmaster), stop: async () => {} }
}

type Reached = Pick<RunningPostgres, 'url' | 'stop'>

async function prepare(place: Place, native: string, durable: boolean, log: (line: string) => void): Promise<void> {
  if (dirname(place.home) !== place.asked)
    log(`PostgreSQL does not run as root, and others cannot enter ${place.asked}: the database is in ${place.home}`)
  removeAbandonedDrafts(place)
  if (!clusterExists(place)) {
    log(`Preparing the database in ${place.home}`)
    await createCluster(place, native, durable)
  } else if (place.identity && statSync(place.cluster).uid !== place.identity.uid) {
    changeOwner(place.identity, place.cluster)
  }
  markReady(place)
}

type Open = { postmaster: Postmaster; client: Client }

async function open(server: Server, previous?: Postmaster, signal?: AbortSignal): Promise<Open> {
  const reached = await reachServer(server, previous, signal)
  try {
    await holdLock(reached.client, server.place.asked)
    await ensureDatabase(reached.client)
    server.log('Database ready')
    return reached
  } catch (error) {
    await reached.client.end().catch(() => {})
    // Refused by the lock: the server is another tend's.
    if (error instanceof StartError) throw error
    if (isPassing(error)) return open(server, reached.postmaster, signal)
    await stop(server, reached.postmaster)
    throw error
  }
}

/** Stops the server of a cluster, and waits until it is gone. */
export async function stop({ place, native, log }: Server, postmaster: Postmaster): Promise<void> {
  const { pid } = findPostmaster(place.cluster) ?? postmaster
  await stopPostmaster(place.cluster, pid, native, log)
  if (process.platform !== 'win32') removeSocketFolder(place)
}

function keepRunning(server: Server, first: Open): RunningPostgres {
  const { place, log } = server
  const stopping = new AbortController()
  let current = first
  let recovery = Promise.resolve()
  let stopped: Promise<void> | undefined

  let letGo = () => {}

  const watch = () => {
    letGo()
    letGo = endWithTend(place, current.postmaster.pid)
    current.client.once('end', () => {
      if (!stopping.signal.aborted) recovery = recover()
    })
  }

  const recover = async () => {
    log('Lost the database server: bringing it back')
    for (let pause = 250; !stopping.signal.aborted; pause = Math.min(pause * 2, 30_000)) {
      try {
        current = await open(server, current.postmaster, stopping.signal)
        return watch()
      } catch (error) {
        if (stopping.signal.aborted) return
        log(`The database is not back yet: ${reason(error)}`)
        await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }

  const end = async () => {
    stopping.abort()
    clearInterval(trimming)
    await recovery
    await current.client.end().catch(() => {})
    await stop(server, current.postmaster)
    letGo()
  }

  const trimming = setInterval(() => trimServerLog(place), 60 * 60_000).unref()
  watch()
  return {
    url: urlOf(server.password, current.postmaster),
    dataFolder: place.cluster,
    stop: () => {
      stopped ??= end()
      return stopped
    },
  }
}

/** The owner's address of tend's database on a server. */
export function urlOf(password: string, { host, port }: Postmaster): string {
  return `postgres://${ownerRole}:${password}@${encodeURIComponent(host)}:${port}/${ownerRole}`
}
