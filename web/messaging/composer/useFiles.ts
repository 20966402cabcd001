import { useEffect, useRef, useState } from 'react'
import { endingOf, isFileEnding, largestFile, maxAttachments } from '#shared/lib/fileKinds.ts'
import { keptFilename } from '#shared/lib/filename.ts'
import { newKey } from '../../lib/attemptKey.ts'
import { drawPicture } from '../../lib/drawPicture.ts'
import { releaseUrl } from '../../lib/objectUrl.ts'
import { type Recording, record } from '../../lib/recording.ts'

/**
 * The files of the message that is being written. Reading and drawing them takes a moment; `settled` resolves with all
 * that were chosen before it was called, for a person who sends at once.
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
    /** Takes these out; files that were added later stay. */
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

/** Gives back the pictures' memory. */
function release(files: readonly TakenFile[]): void {
  for (const { url } of files) if (url) releaseUrl(url)
}

// Files as they are chosen, dropped or pasted: looked at before they are kept, so that nobody waits to hear that one
// does not go.

type TakenFile = { uuid: string; name: string; content_type: string; bytes: ArrayBuffer; url: string | null }
type Refused = 'tooLarge' | 'wrongType' | 'tooManyFiles'

const pictures = ['image/jpeg', 'image/png', 'image/webp']
/** So long along its longer edge a picture is sent, as the server would draw it anyway. */
const maxEdge = 2560

/** What can be sent of the files, and why the others cannot. */
async function takeFiles(files: readonly File[], already: number): Promise<{ taken: TakenFile[]; refused: Refused[] }> {
  const taken: TakenFile[] = []
  const refused: Refused[] = []
  for (const file of files) {
    if (already + taken.length >= maxAttachments) {
      refused.push('tooManyFiles')
      break
    }
    const why = refusalOf(file)
    if (why) refused.push(why)
    else taken.push(await take(file))
  }
  return { taken, refused }
}

function refusalOf(file: File): Refused | null {
  if (file.type.startsWith('image/'))
    return pictures.includes(file.type) || file.type === 'image/gif' ? sizeOf(file) : 'wrongType'
  return isFileEnding(endingOf(file.name)) ? sizeOf(file) : 'wrongType'
}

const sizeOf = (file: File): Refused | null => (file.size > largestFile ? 'tooLarge' : null)

async function take(file: File): Promise<TakenFile> {
  const picture = file.type.startsWith('image/') ? await drawn(file) : file
  return {
    uuid: newKey(),
    name: keptFilename(file.name) || 'file',
    content_type: picture.type || 'application/octet-stream',
    bytes: await picture.arrayBuffer(),
    url: picture.type.startsWith('image/') ? URL.createObjectURL(picture) : null,
  }
}

/** A picture without place and camera, and no larger than it will be kept. One that cannot be drawn goes as it is. */
async function drawn(file: File): Promise<Blob> {
  // Drawing an animated picture would keep its first frame only.
  if (file.type === 'image/gif') return file
  return drawPicture(file, { maxEdge: maxEdge, quality: 0.85, keepsPng: true }).catch(() => file)
}

/** Longer than this, in seconds, a voice note does not become. */
export const maxNote = 300

/** Records a voice note; `seconds` is how long it is by now, null while nothing is recorded. */
export function useRecorder(onDone: (file: File) => void) {
  const [seconds, setSeconds] = useState<number | null>(null)
  const recording = useRef<Recording | undefined>(undefined)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
      recording.current?.drop()
    }
  }, [])
  useEffect(() => {
    if (seconds === null) return
    if (seconds >= maxNote) recording.current?.stop()
    const timer = setTimeout(() => setSeconds(before => (before === null ? null : before + 1)), 1_000)
    return () => clearTimeout(timer)
  }, [seconds])

  /** Throws where there is no microphone or it was refused. */
  async function start(): Promise<void> {
    let begun = 0
    const made = await record(
      {
        onDone({ parts, type, ending }) {
          recording.current = undefined
          setSeconds(null)
          // What a browser records does not say how long it is, so its name does.
          const length = Math.max(1, Math.round((Date.now() - begun) / 1000))
          onDone(new File(parts, `voice-${length}s-${begun}.${ending}`, { type }))
        },
      },
      () => isHere.current,
    )
    if (!made) return
    begun = Date.now()
    recording.current = made
    setSeconds(0)
  }
  return { seconds, start, stop: () => recording.current?.stop() }
}
