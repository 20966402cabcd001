// Where the database of a data folder lies: in <data folder>/postgres. When tend is root and the data folder is below a
// directory that no other user may enter (a checkout in root's home), it lies in /var/lib/tend instead, and the file
// `postgres.location` in the data folder says where. That file exists before the database does ("preparing") and is
// rewritten ("ready") once it does: only then is a missing database an error instead of a first start.

import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { canEnter, type Identity, identityFor } from './identity.ts'
import { reason, StartError } from './startError.ts'
import { writeDurably } from './writeDurably.ts'

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
