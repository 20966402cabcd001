import { useEffect, useRef, useState } from 'react'

/** Longer than this, in seconds, a voice note does not become. */
export const longestNote = 300

/** Records a voice note; `seconds` is how long it is by now, null while nothing is recorded. */
export function useRecorder(onDone: (file: File) => void) {
  const [seconds, setSeconds] = useState<number | null>(null)
  const recorder = useRef<MediaRecorder | null>(null)
  useEffect(
    () => () => {
      for (const track of recorder.current?.stream.getTracks() ?? []) track.stop()
    },
    [],
  )
  useEffect(() => {
    if (seconds === null) return
    if (seconds >= longestNote) recorder.current?.stop()
    const timer = setTimeout(() => setSeconds(before => (before === null ? null : before + 1)), 1_000)
    return () => clearTimeout(timer)
  }, [seconds])

  async function start(): Promise<void> {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
    const parts: Blob[] = []
    const made = new MediaRecorder(stream, { mimeType: 'audio/webm' })
    made.ondataavailable = ({ data }) => parts.push(data)
    const begun = Date.now()
    made.onstop = () => {
      for (const track of stream.getTracks()) track.stop()
      setSeconds(null)
      // What a browser records does not say how long it is, so its name does.
      const length = Math.max(1, Math.round((Date.now() - begun) / 1000))
      onDone(new File(parts, `voice-${length}s-${begun}.webm`, { type: 'audio/webm' }))
    }
    recorder.current = made
    made.start()
    setSeconds(0)
  }
  return { seconds, start, stop: () => recorder.current?.stop() }
}
