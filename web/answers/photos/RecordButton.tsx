import { IconMicrophone, IconPlayerStopFilled } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddButton } from './AddButton.tsx'
import styles from './FileAnswer.module.css'

/** What browsers record, with the ending of its files. */
const formats = [
  ['audio/webm', 'webm'],
  ['audio/mp4', 'mp4'],
] as const

type Props = { onFile: (file: File) => void }

/** Records sound with the microphone of the device; nothing leaves the device before the form does. Nothing where it has none. */
export function RecordButton({ onFile }: Props) {
  const { t } = useTranslation()
  const [state, setState] = useState<'idle' | 'recording' | 'denied'>('idle')
  const recorder = useRef<MediaRecorder>(undefined)
  const format =
    typeof MediaRecorder === 'undefined' ? undefined : formats.find(([type]) => MediaRecorder.isTypeSupported(type))
  // Whoever leaves the question is not listened to any longer.
  useEffect(() => () => recorder.current?.stop(), [])
  if (!format || !navigator.mediaDevices) return null

  async function record([type, ending]: (typeof formats)[number]) {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      const made = new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: 32_000 })
      const parts: Blob[] = []
      made.ondataavailable = ({ data }) => parts.push(data)
      made.onstop = () => {
        for (const track of stream.getTracks()) track.stop()
        recorder.current = undefined
        setState('idle')
        const at = new Date().toISOString().slice(0, 16).replace(/[T:]/g, '-')
        onFile(new File(parts, `${at}.${ending}`, { type }))
      }
      recorder.current = made
      made.start()
      setState('recording')
    } catch {
      setState('denied')
    }
  }

  return (
    <>
      <AddButton
        icon={state === 'recording' ? IconPlayerStopFilled : IconMicrophone}
        isWide
        onClick={() => (state === 'recording' ? recorder.current?.stop() : void record(format))}
      >
        {t(state === 'recording' ? 'filling.sound.stop' : 'filling.sound.record')}
      </AddButton>
      <div role="status" className={styles.waiting}>
        {state === 'recording' && t('filling.sound.recording')}
        {state === 'denied' && t('filling.sound.denied')}
      </div>
    </>
  )
}
