import { useTranslation } from 'react-i18next'
import type { GuideContent } from '#shared/guides/contract.ts'
import { parseGuide, sectionsOf } from '#shared/guides/guideText.ts'
import { directionOf, type Locale, languages, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'

/** What a reader sees of a guide: their language, or the one that is shown in its place. */
export function useGuideWords(content: GuideContent) {
  const { i18n } = useTranslation()
  const reader = toLocale(i18n.language)
  const shown = textIn(content.body, reader, content.default_language)
  const blocks = parseGuide(shown.text)
  return {
    title: textIn(content.title, reader, content.default_language).text,
    blocks,
    sections: sectionsOf(blocks),
    language: shown.language,
    direction: directionOf(shown.language),
    /** Named where it is not the reader's own. */
    otherLanguage: shown.text && shown.language !== reader ? nameOfLanguage(shown.language) : undefined,
    isStale: content.stale_languages.includes(shown.language),
  }
}

export const nameOfLanguage = (locale: Locale): string =>
  languages.find(language => language.locale === locale)?.name ?? locale

/**
 * The section that an address means in the language that is shown. Sections are addressed by their words, so an address
 * from another language means the section in the same place.
 */
export function anchorIn(content: GuideContent, language: Locale, wanted: string): string | undefined {
  const sections = (of: Locale) => sectionsOf(parseGuide(content.body[of] ?? ''))
  const own = sections(language)
  if (own.some(({ anchor }) => anchor === wanted)) return wanted
  for (const { locale } of languages) {
    const place = sections(locale).findIndex(({ anchor }) => anchor === wanted)
    if (place >= 0) return own[place]?.anchor
  }
  return undefined
}
