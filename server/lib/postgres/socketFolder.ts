// The server listens on a socket in a folder that only it may enter: in its home or, where that path is too long for a
// socket, in /tmp under a name that follows from the cluster's. Not in TMPDIR: whoever adopts the server, or starts it
// again, must come to the same address.
import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { changeOwner } from './identity.ts'
import type { Place } from './place.ts'
import { errorCode, StartError } from './startError.ts'

/** Part of the socket's name only. */
export const socketPort = 5432

/** The shorter of the limits of macOS (103 bytes) and Linux (107). */
const longestSocketPath = 103

/**
 * Makes the folder, without the remains of a killed server; to be called while none lives.
 * @throws StartError when someone else made a folder of that name
 */
export function makeSocketFolder(place: Place): string {
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
  if (Buffer.byteLength(join(inHome, `.s.PGSQL.${socketPort}`)) <= longestSocketPath) return inHome
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
