import { useEffect, useState } from 'react'
import type { MessageEntry } from '../messageKind.ts'

type Shown = { uuid: string; name: string; url: string | null }

/** The files of a message that waits, pictures with an address to be shown at. */
export function useKeptFiles({ user_id, uuid }: MessageEntry): Shown[] {
  const [files, setFiles] = useState<Shown[]>([])
  useEffect(() => {
    let made: Shown[] = []
    let isOver = false
    void import('./keptFiles.ts')
      .then(({ keptFiles }) => keptFiles(user_id, uuid))
      .then(found => {
        if (isOver) return
        made = found.map(({ uuid, name, content_type, bytes }) => ({
          uuid,
          name,
          url: content_type.startsWith('image/')
            ? URL.createObjectURL(new Blob([bytes], { type: content_type }))
            : null,
        }))
        setFiles(made)
      })
      .catch(() => undefined)
    return () => {
      isOver = true
      for (const { url } of made) if (url) URL.revokeObjectURL(url)
    }
  }, [user_id, uuid])
  return files
}
