/** Every text of a form that is read by people, with its place, so that it can be translated without looking for it. */

import type { Definition } from '#shared/forms/definition.ts'
import { rememberSource, staleLanguages, textsOf } from '#shared/forms/texts.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { type Locale, locales } from '#shared/lib/language.ts'
import type { FormContent } from '../structure/content.ts'

export type TextState = 'missing' | 'stale' | 'done'

type Translatable = {
  /** Its key, which never changes: "name", "water.label". */
  key: string
  /** Its path in the definition: "name", "sections.0.questions.2.label". */
  path: string
  text: LocalizedText
  state: TextState
}

/** The texts in the form's own language, in the order of the form, with the state of each translation. */
export function translatable({ name, description, definition }: FormContent, language: Locale): Translatable[] {
  const around = [
    { key: 'name', path: 'name', text: name },
    { key: 'description', path: 'description', text: description },
  ]
  return [...around, ...textsOf(definition)].flatMap(({ key, path, text }) => {
    if (!text[definition.default_language]?.trim()) return []
    const isStale = key.includes('.') && staleLanguages(definition, key, text).includes(language)
    const state = !text[language]?.trim() ? 'missing' : isStale ? 'stale' : 'done'
    return { key, path, text, state }
  })
}

/** The content with another text at a path. */
export function withTextAt(content: FormContent, path: string, text: LocalizedText): FormContent {
  if (path === 'name' || path === 'description') return { ...content, [path]: text }
  return { ...content, definition: put(content.definition, path.split('.'), text) as FormContent['definition'] }
}

function put(part: unknown, [step, ...rest]: string[], text: LocalizedText): unknown {
  if (step === undefined) return text
  if (Array.isArray(part)) return part.map((one, index) => (index === Number(step) ? put(one, rest, text) : one))
  return { ...(part as object), [step]: put((part as Record<string, unknown>)[step], rest, text) }
}

/**
 * How much of the form is written in each language, from 0 to 1. What has no words at all is not waiting for a
 * translation.
 */
export function coverageOf({ name, description, definition }: FormContent): Record<Locale, number> {
  const texts = [name, description, ...textsOf(definition).map(({ text }) => text)].filter(isWritten)
  const share = (locale: Locale) =>
    texts.length === 0 ? 0 : texts.filter(text => text[locale]?.trim()).length / texts.length
  return Object.fromEntries(locales.map(locale => [locale, share(locale)])) as Record<Locale, number>
}

const isWritten = (text: LocalizedText) => Object.values(text).some(words => words?.trim())

const known = new WeakMap<Definition, Map<string, LocalizedText>>()

/** The texts of a form by their key; looked up once for each form. */
function textsIn(definition: Definition): Map<string, LocalizedText> {
  const texts = known.get(definition) ?? new Map(textsOf(definition).map(({ key, text }) => [key, text]))
  known.set(definition, texts)
  return texts
}

/**
 * The form after a change, with the original from which each translation was made. A translation whose original has
 * changed since is stale.
 */
export function withRememberedTexts(before: Definition, after: Definition): Definition {
  if (before.default_language !== after.default_language) return after
  const earlier = textsIn(before)
  let definition = after
  for (const [key, text] of textsIn(after)) {
    const was = earlier.get(key)
    if (!was || was === text) continue
    for (const language of locales) {
      if (was[language] === text[language]) continue
      const translated_from = rememberSource(definition, { key, language, before: was })
      if (Object.keys(translated_from).length > 0) definition = { ...definition, translated_from }
    }
  }
  if (definition !== after) known.set(definition, textsIn(after))
  return definition
}
