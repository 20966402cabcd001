/**
 * Stale translations. Each translation may store a short hash of the original text from which it was made
 * (`translated_from`, by the text's key). When the original changes, the hashes differ and nothing has to be marked.
 */
import type { LocalizedText } from '../lib/fields.ts'
import { type Locale, locales } from '../lib/language.ts'
import type { Definition, TranslationSources } from './definition.ts'
import { textsOf } from './texts.ts'

/** Short hash of a text: 32 bits of FNV-1a, enough to tell it from its next version. */
export function hashOfWords(words: string): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(words.trim())) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash.toString(36)
}

/** Languages whose translation is older than the original. Without a stored hash, a translation counts as current. */
export function staleLanguages(definition: Definition, key: string, text: LocalizedText): Locale[] {
  const made = definition.translated_from?.[key]
  const original = text[definition.default_language] ?? ''
  if (!made) return []
  const now = hashOfWords(original)
  return locales.filter(locale => text[locale]?.trim() && made[locale] !== undefined && made[locale] !== now)
}

/** All stale translations of a form. */
export const staleTexts = (definition: Definition): { path: string; key: string; languages: Locale[] }[] =>
  textsOf(definition).flatMap(({ path, key, text }) => {
    const languages = staleLanguages(definition, key, text)
    return languages.length > 0 ? [{ path, key, languages }] : []
  })

/**
 * New value of `translated_from` after a text was changed in one language. A translation is made from the present
 * original; a changed original leaves the hashes of other translations.
 */
export function rememberSource(
  { default_language, translated_from = {} }: Definition,
  { key, language, before }: { key: string; language: Locale; before: LocalizedText },
): TranslationSources {
  const made = translated_from[key] ?? {}
  const origin = hashOfWords(before[default_language] ?? '')
  if (language !== default_language) return { ...translated_from, [key]: { ...made, [language]: origin } }
  const others = locales.filter(locale => locale !== default_language && before[locale]?.trim())
  if (others.length === 0) return translated_from
  return { ...translated_from, [key]: { ...Object.fromEntries(others.map(locale => [locale, origin])), ...made } }
}
