/**
 * Tells whether a value is an answer to a question at all (a misfit, which no screen could produce), and whether it is
 * valid (a violation, which a draft may contain while somebody types).
 */

import { compared, decimal, difference, remainder } from '../lib/decimals.ts'
import type { LocalizedText } from '../lib/fields.ts'
import { maxDigits, tooLarge } from '../lib/numbers.ts'
import type { FieldError } from '../lib/problem.ts'
import { isRowId } from './answers/answerKey.ts'
import type { AnswerValue } from './answers/answers.ts'
import { filesIn } from './answers/content.ts'
import type { Choice } from './elementFields.ts'
import { isDay, isMoment, isTimeOfDay } from './expressions/values.ts'
import type { NumberQuestion, PlaceQuestion, Question, ShapeQuestion, SliderQuestion } from './questions.ts'
import { pickedChoices } from './scoreAnswer.ts'
import { openPoints, pointsIn } from './shapes.ts'

export type Misfit =
  | 'wrong_type'
  | 'not_an_option'
  | 'not_a_date'
  | 'not_a_time'
  | 'not_a_moment'
  | 'duplicate'
  | 'only_one'
export type Violation =
  | 'too_small'
  | 'too_large'
  | 'too_many_decimals'
  | 'too_many_digits'
  | 'whole_only'
  | 'stands_alone'
  | 'off_step'
  | 'too_inaccurate'
  | 'too_few_points'
export type Broken = { code: Violation; values?: FieldError['values'] }

type Gap = 'required' | 'note_required' | 'photo_required' | 'too_few_rows' | 'too_many_rows'

export type AnswerProblemCode =
  | 'unknown'
  | 'ranking_unfinished'
  | Misfit
  | Violation
  | Gap
  | 'constraint'
  | 'too_much_work'
/** `message` is the form's own text for the problem. */
export type AnswerProblem = {
  question_id: string
  /** Row of a question in a repeat. */
  row_id?: string
  code: AnswerProblemCode
  values?: FieldError['values']
  message?: LocalizedText
}

/** Reason for which a value is no answer; undefined when it is one. */
export function misfitOf(question: Question, value: AnswerValue): Misfit | undefined {
  switch (question.type) {
    case 'yes_no':
      return value === 'yes' || value === 'no' || (value === 'na' && question.not_applicable)
        ? undefined
        : 'not_an_option'
    case 'single_choice':
      if (typeof value !== 'string') return 'wrong_type'
      return areChoices(question.choices, [value]) ? undefined : 'not_an_option'
    case 'multiple_choice':
      if (!isTexts(value)) return 'wrong_type'
      if (new Set<unknown>(value).size < value.length) return 'duplicate'
      return areChoices(question.choices, value) ? undefined : 'not_an_option'
    case 'number':
    case 'slider':
      return Number.isFinite(value) ? undefined : 'wrong_type'
    case 'rating':
      if (!Number.isInteger(value)) return 'wrong_type'
      return Number(value) >= 1 && Number(value) <= question.levels ? undefined : 'not_an_option'
    case 'date':
      return typeof value === 'string' && isDay(value) ? undefined : 'not_a_date'
    case 'time':
      return typeof value === 'string' && isTimeOfDay(value) ? undefined : 'not_a_time'
    case 'date_time':
      return typeof value === 'string' && isMoment(value) ? undefined : 'not_a_moment'
    case 'text':
    case 'barcode':
      return typeof value === 'string' ? undefined : 'wrong_type'
    case 'hidden':
    case 'calculated':
      return typeof value === 'string' || Number.isFinite(value) ? undefined : 'wrong_type'
    case 'photo':
    case 'file':
      return isFiles(value) ? undefined : 'wrong_type'
    case 'signature':
      if (!isFiles(value)) return 'wrong_type'
      return value.length > 1 ? 'only_one' : undefined
    case 'shape':
      return typeof value === 'string' && pointsIn(value) ? undefined : 'wrong_type'
    case 'place':
      return typeof value === 'object' && 'latitude' in value ? undefined : 'wrong_type'
    default:
      if (!isRows(value)) return 'wrong_type'
      if (new Set(value.map(({ id }) => id)).size < value.length) return 'duplicate'
      return value.length > 1 && !question.many ? 'only_one' : undefined
  }
}

/** Rows of a table may share a stored value. */
const areChoices = (choices: Choice[], ids: string[]): boolean =>
  ids.every(id => choices.some(choice => choice.id === id))

const isTexts = (value: AnswerValue): value is string[] =>
  Array.isArray(value) && value.every(item => typeof item === 'string')
const isFiles = (value: AnswerValue): value is Extract<AnswerValue, { uuid: string }[]> =>
  Array.isArray(value) && filesIn(value).length === value.length
const isRows = (value: AnswerValue): value is Extract<AnswerValue, { id: number }[]> =>
  Array.isArray(value) && value.every(item => typeof item === 'object' && 'id' in item)

/** Reason for which a value is no list of rows: each id may appear once. */
export function rowsMisfit(value: AnswerValue): Misfit | undefined {
  if (!isTexts(value) || !value.every(isRowId)) return 'wrong_type'
  return new Set(value).size < value.length ? 'duplicate' : undefined
}

/** Violations of a fitting value; undefined without any. */
export function violationOf(question: Question, value: AnswerValue): Broken | undefined {
  switch (question.type) {
    case 'number':
      return typeof value === 'number' ? numberBroken(question, value) : undefined
    case 'slider':
      return typeof value === 'number' ? sliderBroken(question, value) : undefined
    case 'multiple_choice': {
      if (!Array.isArray(value) || value.length < 2) return undefined
      const alone = pickedChoices(question.choices, value).some(choice => choice.exclusive || choice.not_applicable)
      return alone ? { code: 'stands_alone' } : undefined
    }
    case 'place':
      return placeBroken(question, value)
    case 'shape':
      return shapeBroken(question, value)
    default:
      return undefined
  }
}

function numberBroken({ min, max, decimals }: NumberQuestion, value: number): Broken | undefined {
  const broken = boundsBroken(value, min, max)
  if (broken) return broken
  if (decimals === undefined) return undefined
  if (decimals === 0) return Number.isInteger(value) ? undefined : { code: 'whole_only' }
  return decimalsOf(value) > decimals ? { code: 'too_many_decimals', values: { maximum: decimals } } : undefined
}

function sliderBroken({ min, max, step }: SliderQuestion, value: number): Broken | undefined {
  const off = remainder(difference(decimal(value), min), step) !== 0
  return boundsBroken(value, min, max) ?? (off ? { code: 'off_step', values: { step } } : undefined)
}

function boundsBroken(value: number, min?: number, max?: number): Broken | undefined {
  if (Math.abs(value) >= tooLarge) return { code: 'too_many_digits', values: { maximum: maxDigits } }
  if (min !== undefined && compared(value, min) < 0) return { code: 'too_small', values: { minimum: min } }
  return max !== undefined && compared(value, max) > 0 ? { code: 'too_large', values: { maximum: max } } : undefined
}

/** A location without accuracy was set by hand on a map. */
function placeBroken({ accuracy: wanted }: PlaceQuestion, value: AnswerValue): Broken | undefined {
  if (wanted === undefined || typeof value !== 'object' || !('latitude' in value)) return undefined
  return value.accuracy !== undefined && value.accuracy > wanted
    ? { code: 'too_inaccurate', values: { maximum: wanted } }
    : undefined
}

/** A line has two points, and an area three. */
function shapeBroken({ closed }: ShapeQuestion, value: AnswerValue): Broken | undefined {
  const points = openPoints((typeof value === 'string' ? pointsIn(value) : undefined) ?? [])
  const minimum = closed ? 3 : 2
  return points.length < minimum ? { code: 'too_few_points', values: { minimum } } : undefined
}

/** Decimals of the number as it is written: 2 for 1.25, 7 for 1e-7. */
function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e')
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent))
}
