/** Problems that prevent completion at one question, as it is asked now. */
import type { LocalizedText } from '../../lib/fields.ts'
import { keyParts } from '../answers/answerKey.ts'
import type { Answer, AnswerValue } from '../answers/answers.ts'
import type { AnswerTrigger, WhenFailed } from '../consequences.ts'
import type { Choice } from '../elementFields.ts'
import type { Node } from '../expressions/node.ts'
import type { AnswerProblem } from '../fit.ts'
import { misfitOf, rowsMisfit, violationOf } from '../fit.ts'
import type { Question } from '../questions.ts'
import { type AnswerScore, isAnswered } from '../scoreAnswer.ts'
import type { Instance } from './Instances.ts'

/** In the order in which a person would solve them. The instance is visible. */
export function problemsOf(state: Evaluated, instance: Instance): AnswerProblem[] {
  const { part, key } = instance
  const problems = part.question ? questionProblems(state, instance, part.question) : rowProblems(instance)
  const place = keyParts(key)
  return problems.map(problem => ({ ...place, ...problem }))
}

/** The questions that checks ask of an evaluated form. */
type Evaluated = {
  answer(key: string): Answer | undefined
  isRequired(key: string): boolean
  isReadOnly(key: string): boolean
  choices(key: string): Choice[]
  unoffered(key: string): string[]
  judgementAt(key: string): AnswerScore
  trustsDevice(tree: Node): boolean
  isTrue(tree: Node, instance: Instance): boolean
}

type Problem = Omit<AnswerProblem, 'question_id' | 'row_id'>

function questionProblems(state: Evaluated, instance: Instance, question: Question): Problem[] {
  const { key, part, value } = instance
  const beside = state.answer(key)
  // A missing answer of a read-only question is no problem, because nobody could give it.
  if (!isAnswered({ value })) return state.isRequired(key) && !state.isReadOnly(key) ? [missing(question)] : []
  if (value === undefined) return []
  const misfit = misfitOf(question, value)
  if (misfit) return [{ code: misfit }]
  if (state.unoffered(key).length > 0) return [{ code: 'not_an_option' }]
  if (isHalfRanked(state, key, question, value)) return [{ code: 'ranking_unfinished' }]
  const violation = violationOf(question, value)
  return [
    ...demandsAt(state, instance)
      .filter(demand => !part.triggers.some(({ tree, trigger }) => trigger === demand && state.trustsDevice(tree)))
      .flatMap(demand => gapsIn(demand, beside)),
    ...(violation ? [violation] : []),
    ...broken(state, instance),
  ]
}

const missing = ({ required_message }: Question): Problem => ({ code: 'required', ...own(required_message) })

const own = (message: LocalizedText | undefined) => (message ? { message } : {})

/** Demands of a failed answer, or of a trigger. */
export const demandsAt = (state: Evaluated, instance: Instance): (WhenFailed | AnswerTrigger)[] => {
  const { part, key } = instance
  const { question } = part
  if (!question || !isAnswered({ value: instance.value })) return []
  const failed = 'when_failed' in question && question.when_failed && state.judgementAt(key).failed
  return [
    ...(failed && 'when_failed' in question && question.when_failed ? [question.when_failed] : []),
    ...part.triggers.filter(({ tree }) => state.isTrue(tree, instance)).map(({ trigger }) => trigger),
  ]
}

const gapsIn = ({ require_note, require_photo }: WhenFailed, answer: Answer | undefined): Problem[] => [
  ...(require_note && !answer?.note?.trim() ? [{ code: 'note_required' as const }] : []),
  ...(require_photo && !answer?.photos?.length ? [{ code: 'photo_required' as const }] : []),
]

/** A ranking leaves out an offered choice. */
function isHalfRanked(state: Evaluated, key: string, question: Question, value: AnswerValue): boolean {
  if (question.type !== 'multiple_choice' || !question.ranked || !Array.isArray(value)) return false
  const ranked = new Set<unknown>(value)
  return state.choices(key).some(({ id }) => !ranked.has(id))
}

/** The form's own constraints. */
const broken = (state: Evaluated, instance: Instance): Problem[] =>
  instance.part.constraints
    .filter(({ tree }) => !state.trustsDevice(tree) && !state.isTrue(tree, instance))
    .map(({ constraint }) => ({ code: 'constraint', ...own(constraint.message) }))

function rowProblems({ part, value }: Instance): Problem[] {
  const { repeat, calculate } = part
  if (!repeat || calculate) return []
  const misfit = value === undefined ? undefined : rowsMisfit(value)
  if (misfit) return [{ code: misfit }]
  const count = Array.isArray(value) ? value.length : 0
  const { min_rows = 0, max_rows = Number.POSITIVE_INFINITY } = repeat
  if (count < min_rows) return [{ code: 'too_few_rows', values: { minimum: min_rows } }]
  return count > max_rows ? [{ code: 'too_many_rows', values: { maximum: max_rows } }] : []
}
