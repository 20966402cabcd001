/** Converts between stored answers and values of expressions. */
import { decimal, rounded } from '../../lib/decimals.ts'
import type { AnswerValue } from '../answers/answers.ts'
import {
  type Day,
  dayFrom,
  dayNumbered,
  isBlank,
  listOf,
  momentNumbered,
  numberOf,
  type Scalar,
  scalarOf,
  textOf,
  timeFrom,
  type Value,
} from '../expressions/values.ts'
import { pickedChoices } from '../judge.ts'
import type { Question } from '../questions.ts'

/** Value of an answer; `offset` is that of the local clock. No answer is the empty text. */
export function valueFrom(question: Question | undefined, answer: AnswerValue | undefined, offset: number): Value {
  if (answer === undefined) return ''
  if (Array.isArray(answer)) {
    const words = answer.map(item => (typeof item === 'object' ? ('uuid' in item ? item.uuid : item.id) : item))
    return question ? words.join(' ') : listOf(words)
  }
  if (typeof answer === 'object') {
    const { latitude, longitude, altitude = 0, accuracy = 0 } = answer
    return [latitude, longitude, altitude, accuracy].join(' ')
  }
  if (typeof answer === 'number') return answer
  switch (question?.type) {
    case 'date':
    case 'date_time':
      return dayFrom(answer, offset) ?? answer
    case 'time':
      return timeFrom(answer) ?? answer
    case 'calculated':
    case 'hidden':
      // A moment that was computed, or known from the start.
      return (answer.charAt(10) === 'T' && dayFrom(answer, offset)) || answer
    default:
      return answer
  }
}

const longestText = 20_000
/** Bound of decimals; inexact digits beyond it are cut off. */
const maxDecimals = 10

/** Answer of a computed value to a question; undefined where it is none. */
export function answerFrom(question: Question, value: Value): AnswerValue | undefined {
  const scalar = scalarOf(value)
  if (isBlank(scalar)) return undefined
  switch (question.type) {
    case 'number':
      return finite(withDecimals(numberOf(scalar), question.decimals))
    case 'rating':
      return finite(withDecimals(numberOf(scalar), 0))
    case 'slider':
      return finite(numberOf(scalar))
    case 'date':
      return dayOf(scalar, dayNumbered)?.text.slice(0, 10)
    case 'date_time':
      return momentText(dayOf(scalar, momentNumbered))
    case 'yes_no':
      return typeof scalar === 'boolean' ? (scalar ? 'yes' : 'no') : textOf(scalar)
    case 'single_choice':
      return pickedChoices(question.choices, textOf(scalar))[0]?.id
    case 'multiple_choice':
      return pickedChoices(question.choices, textOf(scalar).split(/\s+/)).map(({ id }) => id)
    case 'calculated':
    case 'hidden':
      return typeof scalar === 'number' ? finite(scalar) : textOf(scalar).slice(0, longestText)
    case 'time':
      return timeText(scalar)
    case 'text':
    case 'shape':
    case 'barcode':
      return textOf(scalar).slice(0, longestText)
    default:
      return undefined
  }
}

const finite = (number: number) => (Number.isFinite(number) ? decimal(number) : undefined)

/** Formats a share of the day, or a moment's time, as hours and minutes. */
function timeText(value: Scalar): string {
  const moment = typeof value === 'number' ? momentNumbered(value) : dayFrom(textOf(value))
  return moment?.kind === 'date_time' ? moment.text.slice(11, 16) : textOf(value).slice(0, longestText)
}

/**
 * Limits a computed number to the question's decimals, because nobody can correct it. A whole number is the part before
 * the decimal sign, as in XLSForm.
 */
const withDecimals = (number: number, decimals = maxDecimals): number =>
  decimals > 0 ? rounded(number, decimals) : Math.trunc(decimal(number))

const momentText = (day: Day | undefined): string | undefined =>
  day?.kind === 'date' ? `${day.text}T00:00` : day?.text

function dayOf(value: Scalar, numbered: typeof dayNumbered) {
  if (typeof value === 'object') return value.kind === 'time' ? undefined : value
  return typeof value === 'number' ? numbered(value) : dayFrom(textOf(value))
}

/** Tells whether two answers are equal. */
export const isSameValue = (one: AnswerValue | undefined, other: AnswerValue | undefined): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other))
