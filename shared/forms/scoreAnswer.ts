/**
 * Judges one answer, for score, checks and corrective tasks alike: points, "not applicable" or failing (the bad one of
 * yes and no, a choice or a range marked `fails`). Unanswered and not applicable questions are outside the score.
 */
import { compared, product, sumOf } from '../lib/decimals.ts'
import type { Answer, AnswerValue } from './answers/answers.ts'
import type { Choice } from './elementFields.ts'
import type { NumberRange, Question } from './questions.ts'

export type AnswerScore = {
  /** True when the answer earns points or could have failed. */
  counts: boolean
  points: number
  /** Points of the best answer; 0 outside the score. */
  max: number
  failed: boolean
}

const outside: AnswerScore = { counts: false, points: 0, max: 0, failed: false }

/** True with an answer; a note or a photo alone is none. */
export function isAnswered(answer: Answer | undefined): boolean {
  const value = answer?.value
  if (typeof value === 'string') return value.trim() !== ''
  return Array.isArray(value) ? value.length > 0 : value !== undefined
}

/** Judges the answer to one question. */
export function scoreAnswer(question: Question, answer: Answer | undefined): AnswerScore {
  const value = answer?.value
  if (value === undefined || !isAnswered(answer)) return outside
  switch (question.type) {
    case 'yes_no':
      if (value === 'na') return outside
      return counted(
        question,
        value === question.good ? question.points : 0,
        !!question.good && value !== question.good,
      )
    case 'single_choice':
    case 'multiple_choice':
      return scoreChoices(question, pickedChoices(question.choices, value))
    case 'number':
    case 'slider':
    case 'rating':
    case 'calculated': {
      const range = typeof value === 'number' ? rangeOf(question.ranges, value) : undefined
      return counted(question, range?.points, range?.fails)
    }
    default:
      return counted(question, 0, false)
  }
}

function counted(question: Question, points = 0, failed = false): AnswerScore {
  const max = maxPoints(question)
  return { counts: max > 0 || canFail(question), points: product(points, weightOf(question)), max, failed }
}

function scoreChoices(question: Question, picked: Choice[]): AnswerScore {
  if (picked.some(choice => choice.not_applicable)) return outside
  const points = Math.min(sumOf(picked.map(pointsOf)), bestPoints(question))
  return counted(
    question,
    points,
    picked.some(choice => choice.fails),
  )
}

/** Choices that an answer picked. */
export const pickedChoices = (choices: Choice[], value: AnswerValue): Choice[] => {
  const ids: unknown[] = Array.isArray(value) ? value : [value]
  return choices.filter(choice => ids.includes(choice.id))
}

const rangeOf = (ranges: NumberRange[] | undefined, value: number): NumberRange | undefined =>
  ranges?.find(
    ({ up_to, below }) =>
      (up_to === undefined || compared(value, up_to) <= 0) && (below === undefined || compared(value, below) < 0),
  )

/** Tells whether any answer to the question fails. */
export function canFail(question: Question): boolean {
  switch (question.type) {
    case 'yes_no':
      return question.good !== undefined
    case 'single_choice':
    case 'multiple_choice':
      return scoredChoices(question.choices).some(choice => choice.fails)
    case 'number':
    case 'slider':
    case 'rating':
    case 'calculated':
      return question.ranges?.some(range => range.fails) ?? false
    default:
      return false
  }
}

/** Points of the best answer, times the question's weight; 0 for a question outside the score. */
export const maxPoints = (question: Question): number => product(bestPoints(question), weightOf(question))

const weightOf = (question: Question) => ('weight' in question ? (question.weight ?? 1) : 1)

function bestPoints(question: Question): number {
  switch (question.type) {
    case 'yes_no':
      return question.good ? pointsOf(question) : 0
    case 'single_choice':
      return largest(scoredChoices(question.choices).map(pointsOf))
    case 'multiple_choice': {
      const choices = scoredChoices(question.choices)
      const alone = choices.filter(choice => choice.exclusive)
      const together = choices.filter(choice => !choice.exclusive)
      return Math.max(largest(alone.map(pointsOf)), sumOf(together.map(pointsOf)))
    }
    case 'number':
    case 'slider':
    case 'rating':
    case 'calculated':
      return largest((question.ranges ?? []).map(pointsOf))
    default:
      return 0
  }
}

const scoredChoices = (choices: Choice[]) => choices.filter(choice => !choice.not_applicable)
const pointsOf = ({ points = 0 }: { points?: number | undefined }) => points
const largest = (numbers: number[]) => Math.max(0, ...numbers)
