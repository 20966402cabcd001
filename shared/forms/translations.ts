/**
 * Which translations are stale. Each translation may remember from what it was made: a short hash of the words in the form's own
 * language at that time (`translated_from`, by the text's key). When those words change, nothing needs to be marked: the hashes differ.
 */
import type { LocalizedText } from '../lib/fields.ts'
import { type Locale, locales } from '../lib/language.ts'
import type { Definition, TranslationSources } from './definition.ts'
import { textsOf } from './texts.ts'

/** A short name for words: 32 bits of FNV-1a, which is enough to tell a text from its next version. */
export function hashOfWords(words: string): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(words.trim())) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash.toString(36)
}

/** The languages in which a text says what the original no longer says. Without a memory of its origin, a translation is taken as good. */
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
 * The memory after a text was changed in one language, to be kept as `translated_from`. Whoever writes a translation makes it from the
 * words that stand there now; whoever writes the original leaves the other translations made from the words before.
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
