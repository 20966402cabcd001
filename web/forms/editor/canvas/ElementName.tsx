import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { LocalizedText } from '#shared/lib/fields.ts'
import type { Locale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { FormText } from '../../../answers/texts/FormText.tsx'
import { InFormLanguage } from '../FormLanguage.tsx'
import styles from './ElementName.module.css'

type Props = {
  text: LocalizedText
  fallback: Locale
  /** Stands there while it has no words. */
  nameless: string
  isWrong: boolean
}

/** The words of an element as they will be read, and whether something in it is to be put right. */
export function ElementName({ text, fallback, nameless, isWrong }: Props) {
  const { t } = useTranslation()
  const hasWords = textIn(text, fallback, fallback).text !== ''
  return (
    <>
      {hasWords ? (
        <InFormLanguage inline>
          <FormText text={text} />
        </InFormLanguage>
      ) : (
        <span className={styles.nameless}>{nameless}</span>
      )}
      {isWrong && (
        <span className={styles.wrong} data-status="attention">
          <IconAlertTriangle size={16} />
          {t('formEditor.toMend')}
        </span>
      )}
    </>
  )
}
