import { Button, TextInput } from '@mantine/core'
import { IconBarcode } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BarcodeQuestion } from '#shared/forms/questions.ts'
import { useAnswer, useDraft } from './draft/DraftContext.tsx'
import styles from './RareAnswer.module.css'
import { Scanner } from './scanning/Scanner.tsx'

/** A code, read by the camera or by a reader that types, or typed by hand. */
export function BarcodeAnswer({ question, labelId }: { question: BarcodeQuestion; labelId: string }) {
  const { t } = useTranslation()
  const draft = useDraft()
  const { value } = useAnswer(question.id)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div className={styles.line}>
        <TextInput
          size="xl"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={1_000}
          aria-labelledby={labelId}
          className={styles.code}
          value={typeof value === 'string' ? value : ''}
          onChange={event => draft.setValue(question, event.currentTarget.value || undefined)}
        />
        <Button size="xl" variant="default" leftSection={<IconBarcode size={24} />} onClick={() => setOpen(true)}>
          {t('filling.scan.start')}
        </Button>
      </div>
      {isOpen && (
        <Scanner
          onClose={() => setOpen(false)}
          onRead={code => {
            draft.setValue(question, code)
            setOpen(false)
          }}
        />
      )}
    </>
  )
}
