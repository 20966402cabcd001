// initdb, and the `postgres --single` it calls, look up the name of the user they run as and refuse to go on for one
// without an entry in /etc/passwd (`docker run --user 12345`, OpenShift), although tend gives every name itself. The
// server has no such need. So for such a user the first preparation runs copies of the two programs in which the
// lookup `getpwuid` is renamed to its neighbour `getpwent`, of the same length, form and version in glibc: it answers
// with the first entry of /etc/passwd, whose name is then used for nothing.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from './startError.ts'

/** What initdb says about such a user. */
export const namelessUserMessage = 'could not look up effective user ID'

/**
 * Makes such copies in the folder, with links to the library and share folders of the originals.
 * @returns the folder to use instead of the original one
 * @throws StartError when the programs do not contain that lookup
 */
export function binariesForNamelessUser(native: string, folder: string): string {
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
