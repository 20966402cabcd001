// PostgreSQL's own messages: one file beside the cluster, and the one before it. No separate process rotates them: a
// server that was adopted has the file open as well, so it is copied and emptied in place.
import { copyFileSync, fchownSync, fstatSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import type { Place } from './place.ts'

const largest = 8 * 1024 * 1024

export function serverLogOf({ home }: Place): string {
  return join(home, 'server.log')
}

/** Opens the file for a server to be started; the caller closes the handle. `start` is where its messages begin. */
export function openServerLog(place: Place): { handle: number; start: number } {
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
export function messagesSince(place: Place, start: number): string {
  return readFileSync(serverLogOf(place)).subarray(start).toString().trim().split('\n').slice(-8).join('\n')
}
