import type { AnswerProblem, AnswerProblemCode } from '#shared/forms/fit.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { hasTooManyDigits, maxDigits } from '#shared/lib/numbers.ts'
import type { Draft } from './Draft.ts'
import { isUnread } from './rows.ts'

const gaps = ['required', 'note_required', 'photo_required', 'too_few_rows']

export type ShownProblem = {
  /** The key of the text, unless the form has words of its own. */
  text: 'filling.notANumber' | `problem.field.${AnswerProblemCode}`
  values: NonNullable<AnswerProblem['values']>
  own?: LocalizedText
  /** It is only that something is missing. */
  isGap: boolean
}

/** The first thing that is wrong at a key; undefined when nothing is. */
export function problemOf(draft: Draft, key: string): ShownProblem | undefined {
  const row = draft.rowOf(key)
  if (isUnread(row) && draft.state.isVisible(key))
    return hasTooManyDigits(row?.typed ?? '', draft.state.context.language)
      ? { text: 'problem.field.too_many_digits', values: { maximum: maxDigits }, isGap: false }
      : { text: 'filling.notANumber', values: {}, isGap: false }
  const [problem] = draft.problemsAt(key)
  if (!problem) return undefined
  const { code, values = {}, message } = problem
  return { text: `problem.field.${code}`, values, isGap: gaps.includes(code), ...(message && { own: message }) }
}
