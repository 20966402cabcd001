/** Where tests put what they throw away again. */
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const inMemory = '/dev/shm'
/** What all workers' databases and files take at most is less than half of this. */
const neededBytes = 6e9

/**
 * In memory, where there is room: databases and folders come and go there for a fifth less of the processor. All of it
 * goes when this process ends, what workers left behind too. A folder that was asked for is kept.
 */
export function keepTemporaryInMemory(): void {
  if (process.platform !== 'linux' || process.env.TMPDIR) return
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    if (bavail * bsize < neededBytes) return
    const folder = mkdtempSync(join(inMemory, 'tend-run-'))
    // PostgreSQL runs as another user when the tests run as root.
    chmodSync(folder, 0o755)
    process.env.TMPDIR = folder
    process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  } catch {
    // Without such a folder the system's is used.
  }
}
