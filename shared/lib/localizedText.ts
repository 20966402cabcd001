import type { LocalizedText } from './fields.ts'
import { type Locale, locales } from './language.ts'

/**
 * The text as one reader sees it: in the language asked for, else in the content's own, else in any that it has. `language` says
 * which one it came from, so that the screen can mark a foreign text and set its direction. Empty only where no language has it.
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
