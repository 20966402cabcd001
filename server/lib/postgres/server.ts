// Reaches the server of a cluster in any state: adopts a living one, waits for one that is starting
// or ending, and starts one where none lives. The same way serves the first start and every later recovery.
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  copyFileSync,
  fchownSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { changeOwner, errorCode, type Place, StartError } from './place.ts'
import { findPostmaster, type Postmaster, programEnvironment, stopPostmaster } from './postmaster.ts'
import { connectOwner } from './session.ts'

export type Server = {
  place: Place
  /** The folder of PostgreSQL's programs. */
  native: string
  password: string
  durable: boolean
  nodes: number
  log: (line: string) => void
  /** For this server alone: what a recovery needs. */
  settings?: Record<string, string>
}

/**
 * How long a server may fail to start, and take to become ready (after a crash it repeats what was not yet written).
 */
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

/**
 * Speed instead of safety from power cuts, and room for several whole tends at once; tables are looked at when a test
 * says so.
 */
const forTests = {
  ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: '0' },
  ...{ autovacuum: 'off', shared_buffers: '256MB', max_connections: '300' },
}

/** How much of its log the server keeps for the backups (backup/shipping.ts) where these cannot be reached. */
const archived = { max_slot_wal_keep_size: '2GB' }

/**
 * What each takes at most (`docs/configuration.md`), and what is left for the lock, migrations and somebody who looks.
 */
const roomFor = (nodes: number) => (nodes > 1 ? { max_connections: String(nodes * 21 + 15) } : {})

/** Starts a server in a session of its own, so that Ctrl-C reaches tend alone, which stops the server last. */
async function launch(server: Server, previous: Postmaster | undefined): Promise<Launch> {
  const { place, native } = server
  const address = await addressSettings(place, previous?.port)
  const settings = Object.entries({
    ...address,
    ...roomFor(server.nodes),
    ...(server.durable ? archived : forTests),
    ...server.settings,
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

// The server listens on a socket in a folder that only it may enter: in its home or, where that path is too long for a
// socket, in /tmp under a name that follows from the cluster's. Not in TMPDIR: a process that adopts the server, or
// starts it
// again, must come to the same address.

/** Part of the socket's name only. */
const socketPort = 5432

/** The shorter of the limits of macOS (103 bytes) and Linux (107). */
const maxSocketPath = 103

/**
 * Makes the folder, without the remains of a killed server; to be called while none lives.
 * @throws StartError when someone else made a folder of that name
 */
function makeSocketFolder(place: Place): string {
  const folder = socketFolderOf(place)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
    requireOwn(folder, place)
  }
  removeSocket(folder)
  chmodSync(folder, 0o700)
  changeOwner(place.identity, folder)
  return folder
}

/** Removes the folder of a server that has ended. */
export function removeSocketFolder(place: Place): void {
  const folder = socketFolderOf(place)
  removeSocket(folder)
  try {
    rmdirSync(folder)
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY'].includes(errorCode(error) ?? '')) throw error
  }
}

function socketFolderOf(place: Place): string {
  const inHome = join(place.home, 'socket')
  if (Buffer.byteLength(join(inHome, `.s.PGSQL.${socketPort}`)) <= maxSocketPath) return inHome
  return join('/tmp', `tend-${createHash('sha256').update(place.cluster).digest('hex').slice(0, 12)}`)
}

function removeSocket(folder: string): void {
  for (const end of ['', '.lock']) rmSync(join(folder, `.s.PGSQL.${socketPort}${end}`), { force: true })
}

/** The name can be guessed, so another user of the machine could have made the folder first. */
function requireOwn(folder: string, { identity }: Place): void {
  const entry = lstatSync(folder)
  const owners = [process.getuid?.(), identity?.uid]
  if (!entry.isDirectory() || !owners.includes(entry.uid))
    throw new StartError(`${folder} is needed for PostgreSQL's socket, but belongs to another user: remove it.`)
}

// PostgreSQL's own messages: one file beside the cluster, and the one before it. No separate process rotates them: a
// server that was adopted has the file open as well, so it is copied and emptied in place.

const largest = 8 * 1024 * 1024

function serverLogOf({ home }: Place): string {
  return join(home, 'server.log')
}

/** Opens the file for a server to be started; the caller closes the handle. `start` is where its messages begin. */
function openServerLog(place: Place): { handle: number; start: number } {
  const handle = openSync(serverLogOf(place), 'a', 0o600)
  if (place.identity) fchownSync(handle, place.identity.uid, place.identity.gid)
  return { handle, start: fstatSync(handle).size }
}

/** Keeps the file below 8 MB. */
export function trimServerLog(place: Place): void {
  const file = serverLogOf(place)
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) < largest) return
  copyFileSync(file, `${file}.1`)
  truncateSync(file)
}

/** What a server has said since it was started, its last lines. */
function messagesSince(place: Place, start: number): string {
  return readFileSync(serverLogOf(place)).subarray(start).toString().trim().split('\n').slice(-8).join('\n')
}
