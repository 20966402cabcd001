import { useEffect, useRef, useState } from 'react'
import { type Refused, type TakenFile, takeFiles } from './takeFiles.ts'

/**
 * The files of what is being written. Reading and drawing them takes a moment, and whoever sends meanwhile means them too: `settled` resolves
 * with all that were chosen until then.
 */
export function useFiles(onRefused: (why: Refused) => void) {
  const [files, setFiles] = useState<readonly TakenFile[]>([])
  const now = useRef(files)
  const taking = useRef<Promise<void>>(Promise.resolve())
  const become = (next: readonly TakenFile[]) => {
    now.current = next
    setFiles(next)
  }
  useEffect(() => () => release(now.current), [])
  async function take(chosen: readonly File[]): Promise<void> {
    const { taken, refused } = await takeFiles(chosen, now.current.length)
    become([...now.current, ...taken])
    for (const why of new Set(refused)) onRefused(why)
  }
  return {
    files,
    add(chosen: readonly File[]): void {
      taking.current = taking.current
        .then(() => take(chosen))
        .catch(cause => console.error('Files could not be read', cause))
    },
    /** Takes these out; others that came meanwhile stay. */
    drop(gone: readonly TakenFile[]): void {
      become(now.current.filter(file => !gone.includes(file)))
      release(gone)
    },
    async settled(): Promise<readonly TakenFile[]> {
      await taking.current
      return now.current
    },
  }
}

/** Lets go of the pictures' addresses: what stands behind one stays in memory for as long as the page does. */
function release(files: readonly TakenFile[]): void {
  for (const { url } of files) if (url) URL.revokeObjectURL(url)
}
