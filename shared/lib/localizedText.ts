import type { LocalizedText } from './fields.ts'
import { type Locale, locales } from './language.ts'

/**
 * Text for one reader: in their language, else in the content's own, else in any. `language` says which one it is, so
 * that the screen can mark a foreign text and set its direction. Empty only without any language.
 */
export function textIn(
  text: LocalizedText | undefined,
  asked: Locale,
  fallback: Locale,
): { text: string; language: Locale } {
  for (const language of [asked, fallback, ...locales]) {
    const found = text?.[language]
    if (found?.trim()) return { text: found, language }
  }
  return { text: '', language: asked }
}

const displayNames = new Map<Locale, Intl.DisplayNames>()

/** Name of a language in another: "Hungarian", « hongrois ». */
export function nameIn(locale: Locale, language: Locale): string {
  const names = displayNames.get(locale) ?? new Intl.DisplayNames([locale], { type: 'language' })
  displayNames.set(locale, names)
  return names.of(language) ?? language
}

/** Translates a key such as `problem.not_found` with its values: i18next's `t`, on the server and in the browser. */
export type Translate = (key: string, values?: Record<string, unknown>) => string
