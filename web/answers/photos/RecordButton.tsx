import { IconMicrophone, IconPlayerStopFilled } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Recording, record, recordedFormat } from '../../lib/recording.ts'
import { AddButton } from './AddButton.tsx'
import styles from './FileAnswer.module.css'

type Props = { onFile: (file: File) => void }

/** Records sound with the microphone of the device; nothing leaves the device before the form does. Nothing where it has none. */
export function RecordButton({ onFile }: Props) {
  const { t } = useTranslation()
  const [state, setState] = useState<'idle' | 'recording' | 'denied'>('idle')
  const recording = useRef<Recording>(undefined)
  const isHere = useRef(true)
  // Who leaves the question is not listened to any longer, and half a recording is no answer.
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
      recording.current?.drop()
    }
  }, [])
  if (!recordedFormat()) return null

  async function begin() {
    try {
      recording.current = await record(
        {
          bits: 32_000,
          onDone({ parts, type, ending }) {
            recording.current = undefined
            setState('idle')
            const at = new Date().toISOString().slice(0, 16).replace(/[T:]/g, '-')
            onFile(new File(parts, `${at}.${ending}`, { type }))
          },
        },
        () => isHere.current,
      )
      if (recording.current) setState('recording')
    } catch {
      setState('denied')
    }
  }

  return (
    <>
      <AddButton
        icon={state === 'recording' ? IconPlayerStopFilled : IconMicrophone}
        isWide
        onClick={() => (state === 'recording' ? recording.current?.stop() : void begin())}
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
