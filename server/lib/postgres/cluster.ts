// The first preparation of a database (initdb). It happens in a draft folder beside the final one, which gets its name
// by one rename once everything is on the disk: a kill in the middle leaves a draft that the next start removes, never
// half a database. Cluster and password are born together, so they can never disagree.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { changeOwner, errorCode, type Place, reason, StartError, syncFolder, writeDurably } from './place.ts'
import { isRunning, programEnvironment } from './postmaster.ts'
import { ownerRole } from './session.ts'

/** Written to postgresql.conf once; they may be changed there for a bigger machine. */
const smallMachine = {
  shared_buffers: '64MB',
  max_connections: '60',
  max_wal_size: '512MB',
  wal_compression: 'pglz',
  random_page_cost: '1.1',
  jit: 'off',
  log_checkpoints: 'off',
  timezone: 'UTC',
}

/**
 * The character classes of trigram search come from the system's locale even under the builtin provider: with plain C
 * they drop every letter outside ASCII. C.UTF-8 is on every current Linux, en_US.UTF-8 on macOS.
 */
const locales = ['C.UTF-8', 'en_US.UTF-8', 'C']

export function clusterExists({ cluster }: Place): boolean {
  return existsSync(join(cluster, 'PG_VERSION'))
}

/**
 * Makes the cluster and its password.
 * @throws StartError with what initdb said
 */
export async function createCluster(place: Place, native: string, durable: boolean): Promise<void> {
  const draft = `${place.home}.new-${process.pid}`
  try {
    // Root's home folder may be passed through, not read: PostgreSQL's user needs to reach the cluster in it.
    mkdirSync(draft)
    chmodSync(draft, place.identity ? 0o711 : 0o700)
    const cluster = join(draft, 'cluster')
    const passwordFile = join(draft, 'password')
    mkdirSync(cluster, { mode: 0o700 })
    writeDurably(passwordFile, `${randomBytes(24).toString('base64url')}\n`)
    changeOwner(place.identity, cluster, passwordFile)
    await initdb({ ...place, cluster }, native, passwordFile, durable)
    if (place.identity) chownSync(passwordFile, 0, 0)
    syncFolder(draft)
    renameSync(draft, place.home)
    syncFolder(dirname(place.home))
  } catch (error) {
    // ENOTEMPTY: another process has prepared the same folder; the lock decides which of the two continues.
    if (errorCode(error) === 'ENOTEMPTY' && clusterExists(place)) return
    throw error instanceof StartError ? error : new StartError(`The database cannot be prepared: ${reason(error)}`)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** The owner role's password. */
export function readPassword({ home }: Place): string {
  try {
    return readFileSync(join(home, 'password'), 'utf8').trim()
  } catch (error) {
    throw new StartError(`The password of the database cannot be read: ${reason(error)}`)
  }
}

async function initdb(place: Place, native: string, passwordFile: string, durable: boolean): Promise<void> {
  const settings = Object.entries(smallMachine).map(([name, value]) => `--set=${name}=${value}`)
  const fixed = [`--pgdata=${place.cluster}`, `--username=${ownerRole}`, `--pwfile=${passwordFile}`, ...settings]
  fixed.push('--auth=scram-sha-256', '--data-checksums', '--encoding=UTF8')
  fixed.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  if (!durable) fixed.push('--no-sync')
  let programs = native
  for (const locale of locales) {
    const words = [...fixed, `--locale=${locale}`]
    let complaint = await run(join(programs, 'bin', 'initdb'), words, place)
    if (complaint?.includes(namelessUserMessage) && programs === native) {
      programs = binariesForNamelessUser(native, join(dirname(place.cluster), 'programs'))
      complaint = await run(join(programs, 'bin', 'initdb'), words, place)
    }
    if (complaint === undefined) break
    if (!complaint.includes('invalid locale name')) throw new StartError(`initdb failed: ${complaint}`)
  }
  if (programs !== native) rmSync(programs, { recursive: true })
}

/** Runs a program to its end and gives what it complained about, or undefined when it succeeded. */
function run(program: string, words: string[], { cluster, identity }: Place): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const options = { ...identity, cwd: dirname(cluster), env: programEnvironment() }
    const child = spawn(program, words, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
    let complaint = ''
    child.stderr.setEncoding('utf8').on('data', text => {
      complaint += text
    })
    child.once('error', reject)
    child.once('close', (code, signal) =>
      resolve(code === 0 ? undefined : complaint.trim() || `it ended with ${signal ?? code}`),
    )
  })
}

/**
 * Removes the drafts of processes that are gone. One of our own number is left from an earlier life of a container. An
 * initdb that outlived its tend may still be writing into its draft; then a later start removes it.
 */
export function removeAbandonedDrafts({ home }: Place): void {
  const prefix = `${basename(home)}.new-`
  for (const name of readdirSync(dirname(home))) {
    if (!name.startsWith(prefix)) continue
    const pid = Number(name.slice(prefix.length))
    if (pid !== process.pid && isRunning(pid)) continue
    try {
      rmSync(join(dirname(home), name), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
    } catch (error) {
      if (errorCode(error) !== 'ENOTEMPTY') throw error
    }
  }
}

// initdb, and the `postgres --single` it calls, look up the name of the user they run as and fail for one
// without an entry in /etc/passwd (`docker run --user 12345`, OpenShift), although tend gives every name itself. The
// server has no such need. So for a user without a name the first preparation runs copies of the two programs in which
// the
// lookup `getpwuid` is renamed to its neighbour `getpwent`, of the same length, form and version in glibc: it answers
// with the first entry of /etc/passwd, whose name is then used for nothing.

/** The message of initdb about a user without a name. */
const namelessUserMessage = 'could not look up effective user ID'

/**
 * Makes such copies in the folder, with links to the library and share folders of the originals.
 * @returns the folder to use instead of the original one
 * @throws StartError when the programs do not contain that lookup
 */
function binariesForNamelessUser(native: string, folder: string): string {
  mkdirSync(join(folder, 'bin'), { recursive: true, mode: 0o755 })
  for (const part of ['lib', 'share']) symlinkSync(join(native, part), join(folder, part))
  for (const program of ['initdb', 'postgres']) {
    const bytes = readFileSync(join(native, 'bin', program))
    const lookup = bytes.indexOf('\0getpwuid\0')
    if (lookup < 0)
      throw new StartError(
        'PostgreSQL cannot be prepared by a user without a name: give this user an entry in /etc/passwd.',
      )
    bytes.write('getpwent', lookup + 1, 'latin1')
    writeFileSync(join(folder, 'bin', program), bytes, { mode: 0o755 })
  }
  return folder
}
