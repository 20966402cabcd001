/**
 * Which answers a form accepts: the browser's hints while filling in, and the server's law on completion.
 *
 * A draft may be incomplete, and may hold a number that is still out of bounds, because it keeps what the person typed. It may not
 * hold what no screen could have produced: an answer to an unknown question or of the wrong kind.
 */
import type { FieldError } from '../lib/problem.ts'
import type { Answer, Answers, AnswerValue } from './answers.ts'
import type { Definition, NumberQuestion, Question } from './definition.ts'
import { isAnswered, judge, pickedChoices, questionsOf } from './judge.ts'

type Misfit = 'unknown' | 'wrong_type' | 'not_an_option' | 'not_a_date' | 'duplicate'
type Violation = 'too_small' | 'too_large' | 'too_many_decimals' | 'stands_alone'
type Gap = 'required' | 'note_required' | 'photo_required'

export type AnswerProblemCode = Misfit | Violation | Gap
export type AnswerProblem = { question_id: string; code: AnswerProblemCode; values?: FieldError['values'] }

/** Everything that stands in the way of completing the form, in the order of its questions; empty when it may be completed. */
export const checkAnswers = (definition: Definition, answers: Answers): AnswerProblem[] => [
  ...unknownQuestions(definition, answers),
  ...questionsOf(definition).flatMap(question => {
    const answer = answers[question.id]
    const misfit = misfitOf(question, answer)
    return misfit ? [misfit] : [...gapsIn(question, answer), ...violationsIn(question, answer)]
  }),
]

/** What makes answers unfit even as a draft; empty when they may be kept. */
export const checkDraft = (definition: Definition, answers: Answers): AnswerProblem[] => [
  ...unknownQuestions(definition, answers),
  ...questionsOf(definition).flatMap(question => misfitOf(question, answers[question.id]) ?? []),
]

/** What is still to be answered, noted or photographed at one question. */
export function gapsIn(question: Question, answer: Answer | undefined): AnswerProblem[] {
  if (question.required && !isAnswered(answer)) return [{ question_id: question.id, code: 'required' }]
  const demands = 'when_failed' in question && judge(question, answer).failed ? question.when_failed : undefined
  const gaps: AnswerProblem[] = []
  if (demands?.require_note && !answer?.note?.trim()) gaps.push({ question_id: question.id, code: 'note_required' })
  if (demands?.require_photo && !answer?.photos?.length) gaps.push({ question_id: question.id, code: 'photo_required' })
  return gaps
}

function unknownQuestions(definition: Definition, answers: Answers): AnswerProblem[] {
  const known = new Set(questionsOf(definition).map(({ id }) => id))
  return Object.keys(answers)
    .filter(id => !known.has(id))
    .map(id => ({ question_id: id, code: 'unknown' }))
}

function misfitOf(question: Question, answer: Answer | undefined): AnswerProblem | undefined {
  if (answer?.value === undefined || !isAnswered(answer)) return undefined
  const code = misfitCode(question, answer.value)
  return code && { question_id: question.id, code }
}

function misfitCode(question: Question, value: AnswerValue): Misfit | undefined {
  switch (question.type) {
    case 'yes_no':
      return value === 'yes' || value === 'no' || (value === 'na' && question.not_applicable)
        ? undefined
        : 'not_an_option'
    case 'single_choice':
      if (typeof value !== 'string') return 'wrong_type'
      return pickedChoices(question.choices, value).length === 1 ? undefined : 'not_an_option'
    case 'multiple_choice':
      if (!Array.isArray(value) || value.some(id => typeof id !== 'string')) return 'wrong_type'
      if (new Set<unknown>(value).size < value.length) return 'duplicate'
      return pickedChoices(question.choices, value).length === value.length ? undefined : 'not_an_option'
    case 'number':
      return Number.isFinite(value) ? undefined : 'wrong_type'
    case 'date':
      return typeof value === 'string' && isDay(value) ? undefined : 'not_a_date'
    case 'text':
      return typeof value === 'string' ? undefined : 'wrong_type'
    case 'photo':
      return Array.isArray(value) && value.every(file => typeof file === 'object') ? undefined : 'wrong_type'
  }
}

function violationsIn(question: Question, answer: Answer | undefined): AnswerProblem[] {
  const value = answer?.value
  if (question.type === 'number' && typeof value === 'number') return boundsBroken(question, value)
  if (question.type !== 'multiple_choice' || !Array.isArray(value) || value.length < 2) return []
  const alone = pickedChoices(question.choices, value).some(choice => choice.exclusive || choice.not_applicable)
  return alone ? [{ question_id: question.id, code: 'stands_alone' }] : []
}

function boundsBroken({ id, min, max, decimals = 0 }: NumberQuestion, value: number): AnswerProblem[] {
  if (min !== undefined && value < min) return [{ question_id: id, code: 'too_small', values: { minimum: min } }]
  if (max !== undefined && value > max) return [{ question_id: id, code: 'too_large', values: { maximum: max } }]
  if (decimalsOf(value) > decimals)
    return [{ question_id: id, code: 'too_many_decimals', values: { maximum: decimals } }]
  return []
}

/** Digits after the decimal point of the number as it is written: 2 for 1.25, 7 for 1e-7. */
function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e')
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent))
}

/** A day that exists, as YYYY-MM-DD. */
function isDay(value: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}
