/** Where tests put what they throw away again. */
import { statfsSync } from 'node:fs'

const inMemory = '/dev/shm'
/** What all workers' databases and files take at most is less than half of this. */
const neededBytes = 6e9

/** In memory, where there is room: databases and folders come and go there for a fifth less of the processor. A folder that was asked for is kept. */
export function keepTemporaryInMemory(): void {
  if (process.platform !== 'linux' || process.env.TMPDIR) return
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    if (bavail * bsize >= neededBytes) process.env.TMPDIR = inMemory
  } catch {
    // Without such a folder the system's is used.
  }
}
