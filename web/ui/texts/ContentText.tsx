import { useTranslation } from 'react-i18next'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { defaultLocale, directionOf, type Locale, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'

type Props = {
  text: LocalizedText | undefined
  /** The language that the content was written in first. */
  fallback?: Locale
}

/** A text of the content in the reader's language. One in another language says so to those who listen, and keeps its direction. */
export function ContentText({ text, fallback = defaultLocale }: Props) {
  const { i18n } = useTranslation()
  const reader = toLocale(i18n.language)
  const found = textIn(text, reader, fallback)
  if (found.language === reader) return found.text
  return (
    <span lang={found.language} dir={directionOf(found.language)}>
      {found.text}
    </span>
  )
}
