import { Button, TextInput } from '@mantine/core'
import { IconBarcode } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../ui/lazyPart.tsx'
import styles from './Scanner.module.css'

const Scanner = lazyPart(() => import('./Scanner.tsx').then(part => part.Scanner))

type Props = {
  label: string
  /** What was read or typed, with Enter behind it. */
  onRead: (code: string) => void
  /** One after the other is read, also by the camera, and this says what came of the last. */
  goesOn?: ReactNode
}

/** Takes a tag by a reader that types, by hand or by the camera; the field is empty for the next one at once. */
export function ReadField({ label, onRead, goesOn }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [isScanning, setScanning] = useState(false)
  return (
    <>
      <div className={styles.line}>
        <TextInput
          size="lg"
          label={label}
          className={styles.field}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
          onKeyDown={event => {
            if (event.key !== 'Enter') return
            // It is used within forms, and must not submit them.
            event.preventDefault()
            const code = typed.trim()
            setTyped('')
            if (code) onRead(code)
          }}
        />
        <Button size="lg" variant="default" leftSection={<IconBarcode size={22} />} onClick={() => setScanning(true)}>
          {t('filling.scan.start')}
        </Button>
      </div>
      {isScanning && (
        <Scanner
          goesOn={goesOn !== undefined}
          onClose={() => setScanning(false)}
          onRead={code => {
            if (goesOn === undefined) setScanning(false)
            onRead(code)
          }}
        >
          {goesOn}
        </Scanner>
      )}
    </>
  )
}
