/** Between answers as they are kept and values as expressions work with them. */
import type { AnswerValue } from '../answers.ts'
import {
  dayFrom,
  dayNumbered,
  isBlank,
  listOf,
  momentNumbered,
  numberOf,
  type Scalar,
  scalarOf,
  textOf,
  type Value,
} from '../expressions/values.ts'
import { pickedChoices } from '../judge.ts'
import type { Question } from '../questions.ts'

/** What an answer is to an expression; `offset` is that of the clock on the wall. No answer is the empty text. */
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
  if (question?.type === 'date' || question?.type === 'date_time') return dayFrom(String(answer), offset) ?? answer
  return answer
}

const longestText = 20_000

/** The answer that a calculated value is to a question; undefined where it is none. */
export function answerFrom(question: Question, value: Value): AnswerValue | undefined {
  const scalar = scalarOf(value)
  if (isBlank(scalar)) return undefined
  switch (question.type) {
    case 'number':
    case 'slider':
    case 'rating':
      return finite(numberOf(scalar))
    case 'date':
      return dayOf(scalar, dayNumbered)?.text.slice(0, 10)
    case 'date_time':
      return dayOf(scalar, momentNumbered)?.text
    case 'yes_no':
      return typeof scalar === 'boolean' ? (scalar ? 'yes' : 'no') : textOf(scalar)
    case 'single_choice':
      return pickedChoices(question.choices, textOf(scalar))[0]?.id
    case 'multiple_choice':
      return pickedChoices(question.choices, textOf(scalar).split(/\s+/)).map(({ id }) => id)
    case 'calculated':
    case 'hidden':
      return typeof scalar === 'number' ? finite(scalar) : textOf(scalar).slice(0, longestText)
    case 'text':
    case 'barcode':
    case 'time':
      return textOf(scalar).slice(0, longestText)
    default:
      return undefined
  }
}

const finite = (number: number) => (Number.isFinite(number) ? number : undefined)

function dayOf(value: Scalar, numbered: typeof dayNumbered) {
  if (typeof value === 'object') return value
  return typeof value === 'number' ? numbered(value) : dayFrom(textOf(value))
}

/** Whether two answers are the same. */
export const isSameValue = (one: AnswerValue | undefined, other: AnswerValue | undefined): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other))
