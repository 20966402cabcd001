import type { LocalizedText } from '#shared/lib/fields.ts'
import type { Locale } from '#shared/lib/language.ts'

/** With some properties changed. Those that become undefined are gone, as a definition has them: absent means "no". */
export function patched<Part extends object>(part: Part, changes: Partial<Part>): Part {
  const entries = Object.entries({ ...part, ...changes }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Part
}

/** The text with other words in one language; without words, that language has none. */
export const withWords = (text: LocalizedText | undefined, language: Locale, words: string): LocalizedText =>
  patched(text ?? {}, { [language]: words === '' ? undefined : words })

/** The same for a text that need not be there: undefined when no language has any words. */
export function withOptionalWords(text: LocalizedText | undefined, language: Locale, words: string) {
  const changed = withWords(text, language, words)
  return Object.keys(changed).length > 0 ? changed : undefined
}
