import type { FormState } from '../forms/evaluation/FormState.ts'
import { keyOf } from '../forms/evaluation/instance.ts'
import { literal } from '../lib/inlineMarkdown.ts'
import { answerInWords, type Words } from './words.ts'

const reference = /\$\{\s*([A-Za-z_][\w.-]*)\s*\}/g

export const hasReferences = (text: string): boolean => text.includes('${')

/**
 * Replaces the answers that a form's text names by their formatted values, or by nothing. `rows` are those around the
 * text, the outermost first. Markdown signs in answers are escaped.
 */
export function fillReferences(text: string, state: FormState, rows: readonly string[], words: Words): string {
  if (!hasReferences(text)) return text
  return text.replace(reference, (_, name: string) => {
    const part = state.form.byId.get(name)
    if (!part?.question) return ''
    const value = state.value(keyOf(part, rows))
    return value === undefined ? '' : literal(answerInWords(part.question, { value }, words) ?? '')
  })
}
