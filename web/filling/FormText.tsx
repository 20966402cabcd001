import { useTranslation } from 'react-i18next'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { directionOf, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { useDraft } from './DraftContext.tsx'
import styles from './FormText.module.css'

/** A text of the form in the reader's language; one that had to come from another language says which. */
export function FormText({ text }: { text: LocalizedText | undefined }) {
  const { i18n } = useTranslation()
  const { default_language } = useDraft().definition
  const asked = toLocale(i18n.language)
  const found = textIn(text, asked, default_language)
  if (found.language === asked) return found.text
  return (
    <>
      <span lang={found.language} dir={directionOf(found.language)}>
        {found.text}
      </span>
      <span className={styles.language}>{found.language}</span>
    </>
  )
}
