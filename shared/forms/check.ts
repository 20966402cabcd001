/**
 * Which answers a form accepts: the browser's hints while filling in, and the server's law on completion.
 *
 * A draft may be incomplete, and may hold a number that is still out of bounds, because it keeps what the person typed. It may not
 * hold what no screen could have produced: an answer to an unknown question or of the wrong kind.
 */
import type { LocalizedText } from '../lib/fields.ts'
import type { FieldError } from '../lib/problem.ts'
import type { Answer, Answers } from './answers.ts'
import type { Definition } from './definition.ts'
import { questionsOf } from './elements.ts'
import { type Misfit, misfitOf, type Violation, violationOf } from './fit.ts'
import { isAnswered, judge } from './judge.ts'
import type { Question } from './questions.ts'

type Gap = 'required' | 'note_required' | 'photo_required'

export type AnswerProblemCode = 'unknown' | Misfit | Violation | Gap | 'constraint'
/** `message` is the form's own, where it has one for what is wrong. */
export type AnswerProblem = {
  question_id: string
  /** The row, for a question in a repeat. */
  row_id?: string
  code: AnswerProblemCode
  values?: FieldError['values']
  message?: LocalizedText
}

/** Everything that stands in the way of completing the form, in the order of its questions; empty when it may be completed. */
export const checkAnswers = (definition: Definition, answers: Answers): AnswerProblem[] => [
  ...unknownQuestions(definition, answers),
  ...questionsOf(definition).flatMap(question => {
    const answer = answers[question.id]
    const misfit = misfitIn(question, answer)
    return misfit ? [misfit] : [...gapsIn(question, answer), ...violationsIn(question, answer)]
  }),
]

/** What makes answers unfit even as a draft; empty when they may be kept. */
export const checkDraft = (definition: Definition, answers: Answers): AnswerProblem[] => [
  ...unknownQuestions(definition, answers),
  ...questionsOf(definition).flatMap(question => misfitIn(question, answers[question.id]) ?? []),
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

function misfitIn(question: Question, answer: Answer | undefined): AnswerProblem | undefined {
  if (answer?.value === undefined || !isAnswered(answer)) return undefined
  const code = misfitOf(question, answer.value)
  return code && { question_id: question.id, code }
}

function violationsIn(question: Question, answer: Answer | undefined): AnswerProblem[] {
  const broken = answer?.value === undefined ? undefined : violationOf(question, answer.value)
  return broken ? [{ question_id: question.id, ...broken }] : []
}
