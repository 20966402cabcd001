import { checkOne } from '#shared/forms/checkOne.ts'
import type { Question } from '#shared/forms/questions.ts'
import type { AnswerRow } from '../lib/offline/entry.ts'

const gaps = ['required', 'note_required', 'photo_required']

/** Whether something was typed that is not an answer. */
export const isUnread = (row: AnswerRow | undefined): boolean => Boolean(row?.typed) && row?.answer.value === undefined

/** The first thing that is wrong with one question, with the key of its text, and whether it is only that something is missing. */
export function problemOf(question: Question, row: AnswerRow | undefined) {
  if (isUnread(row)) return { text: 'filling.notANumber' as const, values: {}, isGap: false }
  const [problem] = checkOne(question, row?.answer)
  if (!problem) return
  const { code, values = {} } = problem
  return { text: `problem.field.${code}` as const, values, isGap: gaps.includes(code) }
}
