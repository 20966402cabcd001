/** The content that is edited and saved together: the draft of a form with its texts. */
import type { Form, FormDetail } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import type { Locale } from '#shared/lib/language.ts'

export type FormContent = Pick<Form, 'name' | 'description' | 'category'> & { definition: Definition }

/** A form with its draft, which only those get who may change it. */
export type EditableForm = FormDetail & { draft: Definition }

export const isEditable = (form: FormDetail): form is EditableForm => form.draft !== null

export const contentOf = ({ name, description, category, draft }: EditableForm): FormContent => ({
  name,
  description,
  category,
  definition: draft,
})

/** The parts that differ, as a PUT takes them; empty when there are none. */
export function changesBetween(before: FormContent, after: FormContent): Partial<FormContent> {
  const parts = Object.entries(after).filter(([name, part]) => !isSame(part, before[name as keyof FormContent]))
  return Object.fromEntries(parts)
}

/** A form is found by its name, so it has one in its own language at least; the server keeps none without. */
export const isNamed = ({ name, definition }: FormContent) => Boolean(name[definition.default_language]?.trim())

/** Whether two pieces of a form say the same. The database keeps properties in an order of its own. */
export const isSame = (one: unknown, other: unknown): boolean => one === other || canonical(one) === canonical(other)

const canonical = (value: unknown) =>
  JSON.stringify(value, (_key, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )

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
