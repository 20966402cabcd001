// Reaches the server of a cluster, whatever state it was left in: adopts a living one, waits for one that is starting
// or ending, and starts one where none lives. The same way serves the first start and every later recovery.
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Place } from './place.ts'
import { findPostmaster, type Postmaster, stopPostmaster } from './postmaster.ts'
import { programEnvironment } from './programEnvironment.ts'
import { messagesSince, openServerLog, serverLogOf, trimServerLog } from './serverLog.ts'
import { connectOwner } from './session.ts'
import { makeSocketFolder, socketPort } from './socketFolder.ts'
import { StartError } from './startError.ts'

export type Server = {
  place: Place
  /** The folder of PostgreSQL's programs. */
  native: string
  password: string
  durable: boolean
  nodes: number
  log: (line: string) => void
}

/** How long a server may fail to start, and take to become ready (after a crash it repeats what was not yet written). */
const failingPatience = 1000
const startingPatience = 10 * 60_000

/** A server that was killed leaves a session behind as long as that is busy with its last query. */
const oldSessionMessage = 'shared memory block'

type Launch = { child: ChildProcess; at: number; logStart: number }

/**
 * @param previous the server as it was known before; one that is started instead listens at the same port
 * @param signal gives up when aborted
 * @returns the living server and a connection to it as owner
 * @throws StartError when the server does not start; nothing that was started here is left running then
 */
export async function reachServer(
  server: Server,
  previous?: Postmaster,
  signal?: AbortSignal,
): Promise<{ postmaster: Postmaster; client: Client }> {
  const { place, log } = server
  const begun = Date.now()
  let nextNews = begun + 5000
  let firstLaunch: Launch | undefined
  let launched: Launch | undefined
  try {
    for (;;) {
      signal?.throwIfAborted()
      const postmaster = findPostmaster(place.cluster)
      if (postmaster?.isReady) {
        const client = await connectOwner(postmaster, server.password)
        if (client) {
          if (postmaster.pid !== launched?.child.pid && postmaster.pid !== previous?.pid)
            log(`Took over the database server that was still running (process ${postmaster.pid})`)
          return { postmaster, client }
        }
      } else if (!postmaster && (!launched || (hasEnded(launched.child) && Date.now() > launched.at + 200))) {
        if (launched && firstLaunch) giveUpUnlessHopeful(place, launched, firstLaunch)
        launched = await launch(server, previous)
        firstLaunch ??= launched
      }
      if (Date.now() > begun + startingPatience)
        throw new StartError(`PostgreSQL does not get ready. Its log: ${serverLogOf(place)}`)
      if (Date.now() > nextNews) {
        log('Still waiting for the database: it repairs itself after a crash, or an earlier one is ending')
        nextNews += 10_000
      }
      await sleep(20)
    }
  } catch (error) {
    if (launched?.child.pid) await stopPostmaster(place.cluster, launched.child.pid, server.native, log)
    throw error
  }
}

function giveUpUnlessHopeful(place: Place, last: Launch, first: Launch): void {
  const messages = messagesSince(place, last.logStart)
  if (Date.now() < first.at + failingPatience || messages.includes(oldSessionMessage)) return
  throw new StartError(`PostgreSQL does not start:\n${messages}\nIts log: ${serverLogOf(place)}`)
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined
}

/** Speed instead of safety from power cuts, and room for several whole tends at once; tables are looked at when a test says so. */
const forTests = {
  ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: '0' },
  ...{ autovacuum: 'off', shared_buffers: '256MB', max_connections: '300' },
}

/** What each takes at most (`docs/configuration.md`), and what is left for the lock, migrations and somebody who looks. */
const roomFor = (nodes: number) => (nodes > 1 ? { max_connections: String(nodes * 21 + 15) } : {})

/** Starts a server in a session of its own, so that Ctrl-C reaches tend alone, which stops the server last. */
async function launch(server: Server, previous: Postmaster | undefined): Promise<Launch> {
  const { place, native } = server
  const address = await addressSettings(place, previous?.port)
  const settings = Object.entries({
    ...address,
    ...roomFor(server.nodes),
    ...(server.durable ? {} : forTests),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  trimServerLog(place)
  const { handle, start } = openServerLog(place)
  const child = spawn(join(native, 'bin', 'postgres'), ['-D', place.cluster, ...settings], {
    ...place.identity,
    cwd: place.home,
    env: programEnvironment(),
    detached: true,
    windowsHide: true,
    stdio: ['ignore', handle, handle],
  })
  child.on('error', error => server.log(`PostgreSQL cannot be started: ${error.message}`))
  child.unref()
  closeSync(handle)
  return { child, at: Date.now(), logStart: start }
}

/** A socket where the system has them; on Windows a port of the loopback address, kept over restarts. */
async function addressSettings(place: Place, lastPort: number | undefined): Promise<Record<string, string | number>> {
  if (process.platform === 'win32') return { listen_addresses: '127.0.0.1', port: lastPort ?? (await freePort()) }
  const folder = makeSocketFolder(place).replaceAll('"', '""')
  return { listen_addresses: '', unix_socket_directories: `"${folder}"`, port: socketPort }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
