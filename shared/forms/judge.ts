/**
 * What one answer is worth. Points, "not applicable" and failing are decided here and nowhere else; score, checks and corrective
 * tasks only read the judgement.
 *
 * An answer fails when it is the bad one of yes and no, a choice marked `fails`, or a number in a range marked `fails`. Unanswered
 * and not applicable questions are outside the score: they give no points and take none away.
 */
import type { Answer, AnswerValue } from './answers.ts'
import type { Choice, Definition, NumberQuestion, NumberRange, Question } from './definition.ts'

export type Judgement = {
  state: 'unanswered' | 'not_applicable' | 'answered'
  points: number
  /** The points that the best answer would have earned; 0 outside the score. */
  max: number
  failed: boolean
}

const unanswered: Judgement = { state: 'unanswered', points: 0, max: 0, failed: false }
const notApplicable: Judgement = { state: 'not_applicable', points: 0, max: 0, failed: false }

export const questionsOf = (definition: Definition): Question[] =>
  definition.sections.flatMap(({ questions }) => questions)

/** The answer to a question; ids such as "constructor" find nothing that nobody gave. */
export const answerTo = (answers: Record<string, Answer>, question: Question): Answer | undefined =>
  Object.hasOwn(answers, question.id) ? answers[question.id] : undefined

export function isAnswered(answer: Answer | undefined): boolean {
  const value = answer?.value
  if (typeof value === 'string') return value.trim() !== ''
  return Array.isArray(value) ? value.length > 0 : value !== undefined
}

export function judge(question: Question, answer: Answer | undefined): Judgement {
  const value = answer?.value
  if (value === undefined || !isAnswered(answer)) return unanswered
  switch (question.type) {
    case 'yes_no':
      if (value === 'na') return notApplicable
      return counted(
        question,
        value === question.good ? question.points : 0,
        !!question.good && value !== question.good,
      )
    case 'single_choice':
    case 'multiple_choice':
      return judgeChoices(question, pickedChoices(question.choices, value))
    case 'number': {
      const range = typeof value === 'number' ? rangeOf(question, value) : undefined
      return counted(question, range?.points, range?.fails)
    }
    default:
      return counted(question, 0, false)
  }
}

const counted = (question: Question, points = 0, failed = false): Judgement => ({
  state: 'answered',
  points,
  max: mostPoints(question),
  failed,
})

function judgeChoices(question: Question, picked: Choice[]): Judgement {
  if (picked.some(choice => choice.not_applicable)) return notApplicable
  const points = Math.min(sum(picked.map(pointsOf)), mostPoints(question))
  return counted(
    question,
    points,
    picked.some(choice => choice.fails),
  )
}

/** The choices that an answer picked. */
export const pickedChoices = (choices: Choice[], value: AnswerValue): Choice[] => {
  const ids: unknown[] = Array.isArray(value) ? value : [value]
  return choices.filter(choice => ids.includes(choice.id))
}

/** The range that holds a number, if the question has ranges. */
export const rangeOf = (question: NumberQuestion, value: number): NumberRange | undefined =>
  question.ranges?.find(
    ({ up_to, below }) => (up_to === undefined || value <= up_to) && (below === undefined || value < below),
  )

/** Whether any answer to the question fails. */
export function canFail(question: Question): boolean {
  switch (question.type) {
    case 'yes_no':
      return question.good !== undefined
    case 'single_choice':
    case 'multiple_choice':
      return question.choices.some(choice => choice.fails)
    case 'number':
      return question.ranges?.some(range => range.fails) ?? false
    default:
      return false
  }
}

/** The points of the best answer; 0 for a question outside the score. */
export function mostPoints(question: Question): number {
  switch (question.type) {
    case 'yes_no':
      return question.good ? pointsOf(question) : 0
    case 'single_choice':
      return largest(question.choices.map(pointsOf))
    case 'multiple_choice': {
      const alone = question.choices.filter(choice => choice.exclusive)
      const together = question.choices.filter(choice => !choice.exclusive)
      return Math.max(largest(alone.map(pointsOf)), sum(together.map(pointsOf)))
    }
    case 'number':
      return largest((question.ranges ?? []).map(pointsOf))
    default:
      return 0
  }
}

const pointsOf = ({ points = 0 }: { points?: number | undefined }) => points
const largest = (numbers: number[]) => Math.max(0, ...numbers)
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
