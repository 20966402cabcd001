import { useEffect, useRef, useState } from 'react'

/** Longer than this a voice note does not become. */
const longest = 300

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
    if (seconds >= longest) recorder.current?.stop()
    const timer = setTimeout(() => setSeconds(before => (before === null ? null : before + 1)), 1_000)
    return () => clearTimeout(timer)
  }, [seconds])

  async function start(): Promise<void> {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
    const parts: Blob[] = []
    const made = new MediaRecorder(stream, { mimeType: 'audio/webm' })
    made.ondataavailable = ({ data }) => parts.push(data)
    made.onstop = () => {
      for (const track of stream.getTracks()) track.stop()
      setSeconds(null)
      onDone(new File(parts, `voice-${Date.now()}.webm`, { type: 'audio/webm' }))
    }
    recorder.current = made
    made.start()
    setSeconds(0)
  }
  return { seconds, start, stop: () => recorder.current?.stop() }
}
