import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileReference } from '#shared/forms/answers/answers.ts'
import styles from './PhotoStrip.module.css'

type Props = { photo: FileReference; number: number; onWritten: (caption: string) => void }

/** The caption of a photo: a button that becomes a field, and stays one while it has a text. */
export function PhotoCaption({ photo: { caption = '' }, number, onWritten }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  // As it is typed: a space at its end is no reason to take it away.
  const [typed, setTyped] = useState(caption)
  if (!isOpen && caption === '')
    return (
      <button
        type="button"
        className={styles.add}
        aria-label={t('filling.captionOf', { number })}
        onClick={() => setOpen(true)}
      >
        {t('filling.caption')}
      </button>
    )
  return (
    <TextInput
      className={styles.field}
      size="sm"
      autoFocus={isOpen}
      dir="auto"
      aria-label={t('filling.captionOf', { number })}
      placeholder={t('filling.caption')}
      maxLength={300}
      value={typed.trim() === caption.trim() ? typed : caption}
      onChange={event => {
        setTyped(event.currentTarget.value)
        onWritten(event.currentTarget.value)
      }}
      onBlur={() => setOpen(false)}
    />
  )
}
