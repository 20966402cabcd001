/** Every text of a form that is read by people, with its place, so that it can be translated without looking for it. */
import { staleLanguages, textsOf } from '#shared/forms/texts.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import type { Locale } from '#shared/lib/language.ts'
import type { FormContent } from '../structure/content.ts'

export type TextState = 'missing' | 'stale' | 'done'

export type Translatable = {
  /** What it is for as long as it exists: "name", "water.label". */
  key: string
  /** "name", or where it stands in the definition now: "sections.0.questions.2.label". */
  path: string
  text: LocalizedText
  state: TextState
}

/** The texts that are written in the form's own language, in the order of the form, and how each stands in another language. */
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
