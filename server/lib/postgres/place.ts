// Where the database of a data folder lies: in <data folder>/postgres. When tend is root and the data folder is below a
// directory that no other user may enter (a checkout in root's home), it lies in /var/lib/tend instead, and the file
// `postgres.location` in the data folder says where. That file exists before the database does ("preparing") and is
// rewritten ("ready") once it does: only then is a missing database an error instead of a first start.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Shared by all data folders of a machine when tend is root; only root writes to it. */
export const systemFolder = '/var/lib/tend'

export type Place = {
  /** The data folder as asked for, absolute and without links. */
  asked: string
  /** Holds the cluster, its password, its socket and its log. */
  home: string
  /** What PostgreSQL calls the data directory. */
  cluster: string
  identity: Identity
}

/**
 * Finds or chooses the place of this data folder's database; makes the data folder if need be, and nothing else.
 * @throws StartError when the folder cannot be written or belongs to someone else, or when its database is gone.
 */
export function locate(dataDir: string): Place {
  const asked = makeDataFolder(dataDir)
  const here = join(asked, 'postgres')
  const noted = readNote(asked)
  if (existsSync(here)) return checked(asked, here)
  if (!noted) return checked(asked, choose(asked, here))
  if (noted.ready && !existsSync(noted.home))
    throw new StartError(
      `The database of ${asked} lies in ${noted.home}, which is missing or not readable for this user. ` +
        `Restore it, or delete ${noteOf(asked)} to begin with an empty database.`,
    )
  mkdirSync(dirname(noted.home), { recursive: true, mode: 0o755 })
  return checked(asked, noted.home)
}

/** Notes that the database elsewhere is complete. Does nothing for one in the data folder itself. */
export function markReady({ asked, home }: Place): void {
  if (readNote(asked)?.ready === false) writeDurably(noteOf(asked), `${home}\nready\n`)
}

function makeDataFolder(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true })
    const asked = realpathSync(dataDir)
    accessSync(asked, constants.W_OK | constants.X_OK)
    return asked
  } catch (error) {
    throw new StartError(`The data folder ${dataDir} cannot be written: ${reason(error)}`)
  }
}

function choose(asked: string, here: string): string {
  const identity = identityFor(here)
  if (!identity || canEnter(identity, asked)) return here
  const path = createHash('sha256').update(asked).digest('hex').slice(0, 8)
  const first = join(systemFolder, `${basename(asked)}-${path}`)
  // An older one of the same name belongs to a data folder that was moved or deleted: it is never touched.
  let home = first
  for (let count = 2; existsSync(home); count++) home = `${first}-${count}`
  try {
    mkdirSync(systemFolder, { recursive: true, mode: 0o755 })
    writeDurably(noteOf(asked), `${home}\npreparing\n`)
  } catch (error) {
    throw new StartError(
      `PostgreSQL does not run as root, its user ${identity.uid} cannot enter ${asked}, and ${systemFolder} cannot ` +
        `be used instead (${reason(error)}). Choose a DATA_DIR that other users may enter.`,
    )
  }
  return home
}

function checked(asked: string, home: string): Place {
  const cluster = join(home, 'cluster')
  const place = { asked, home, cluster, identity: identityFor(cluster) }
  const owner = statSync(home, { throwIfNoEntry: false })?.uid
  if (owner === undefined) return place
  if (!place.identity && process.getuid && owner !== process.getuid())
    throw new StartError(`The database in ${home} belongs to another user (uid ${owner}): start tend as that user.`)
  if (place.identity && !canEnter(place.identity, home))
    throw new StartError(
      `PostgreSQL does not run as root, and its user ${place.identity.uid} cannot enter ${home}. ` +
        'Let other users enter the folders above it (chmod o+x), or move the data folder.',
    )
  return place
}

function noteOf(asked: string): string {
  return join(asked, 'postgres.location')
}

function readNote(asked: string): { home: string; ready: boolean } | undefined {
  if (!existsSync(noteOf(asked))) return undefined
  const [home = '', state] = readFileSync(noteOf(asked), 'utf8').split('\n')
  return { home, ready: state === 'ready' }
}

// PostgreSQL refuses to run as root. When tend is root, the server runs as the owner of its data, and as the
// unprivileged uid 65534 (nobody) otherwise; so a data folder made by an ordinary user still serves them afterwards.

/** The user of a child process; undefined means tend's own. */
export type Identity = { uid: number; gid: number } | undefined

const unprivileged = { uid: 65534, gid: 65534 }

/** The user that the server of this cluster runs as: the folder's owner, if there is a folder. */
function identityFor(cluster: string): Identity {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : unprivileged
}

/**
 * Whether that user can enter the folder. It tries instead of reading modes, so that access lists count too.
 * @throws StartError when tend is root but is not allowed to become another user.
 */
export function canEnter(identity: Identity, folder: string): boolean {
  const tried = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...identity, cwd: '/', env: {} })
  if (tried.error)
    throw new StartError(
      `tend runs as root but may not start a process as user ${identity?.uid} (${reason(tried.error)}), ` +
        'and PostgreSQL ' +
        'refuses to run as root. Run tend as an ordinary user, or name an outside PostgreSQL in DATABASE_URL.',
    )
  return tried.status === 0
}

/** Hands files over to that user, folders with all they hold. */
export function changeOwner(identity: Identity, ...paths: string[]): void {
  if (!identity) return
  for (const path of paths) {
    const entry = lstatSync(path)
    if (entry.isSymbolicLink()) continue
    if (entry.isDirectory()) changeOwner(identity, ...readdirSync(path).map(name => join(path, name)))
    chownSync(path, identity.uid, identity.gid)
  }
}

/** Writes a small file so that after a crash it is there whole or not at all; readable by its owner only. */
export function writeDurably(path: string, text: string): void {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, text, { mode: 0o600, flush: true })
  renameSync(draft, path)
  syncFolder(dirname(path))
}

/** Makes the names in a folder survive a power cut. Windows cannot open folders and needs no such call. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** The start failed, and the message tells a person why and what to do; shown without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

/** The text of anything thrown. */
export function reason(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/** The code of a system or PostgreSQL error ('ENOENT', '57P03'), if it has one. */
export function errorCode(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined
}
