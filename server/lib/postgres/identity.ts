// PostgreSQL refuses to run as root. When tend is root, the server runs as whoever owns its data already, and as the
// unprivileged uid 65534 (nobody) otherwise; so a data folder made by an ordinary user still serves them afterwards.
import { spawnSync } from 'node:child_process'
import { chownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { reason, StartError } from './startError.ts'

/** Whom a child process becomes; undefined means: stay who tend is. */
export type Identity = { uid: number; gid: number } | undefined

const unprivileged = { uid: 65534, gid: 65534 }

/** As whom the server of this cluster runs. Asks the folder's owner, if there is a folder. */
export function identityFor(cluster: string): Identity {
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
      `tend runs as root but may not start a process as user ${identity?.uid} (${reason(tried.error)}), and PostgreSQL ` +
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
