/** What is edited and saved together: the draft of a form with the texts around it. */
import type { Form, FormDetail } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { isSame } from './isSame.ts'

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
