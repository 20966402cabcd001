import { useEffect, useRef, useState } from 'react'
import { type Recording, record } from '../../lib/recording.ts'

/** Longer than this, in seconds, a voice note does not become. */
export const longestNote = 300

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
    if (seconds >= longestNote) recording.current?.stop()
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
