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
