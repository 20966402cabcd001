/**
 * Validates the answers of a form: as hints in the browser, and on the server at completion. A draft may be incomplete
 * and out of bounds, because it keeps what was typed; it may not contain answers that no screen could produce.
 */
import { isRowId, keyParts } from './answers/answerKey.ts'
import type { Answer, Answers } from './answers/answers.ts'
import { demandedByOutcome } from './answers/outcome.ts'
import type { Definition } from './definition.ts'
import { compileForm } from './evaluation/compile.ts'
import type { FormContext } from './evaluation/context.ts'
import type { Part } from './evaluation/dependencies.ts'
import { FormState } from './evaluation/FormState.ts'
import { type AnswerProblem, type Misfit, misfitOf, rowsMisfit } from './fit.ts'
import { isAnswered } from './scoreAnswer.ts'
import { scoreIn } from './scoring/scoring.ts'

/** All problems that prevent completion, in the order of the questions; empty when the form can be completed. */
export const checkAnswers = (definition: Definition, answers: Answers, context?: FormContext): AnswerProblem[] => [
  ...unknownAnswers(definition, answers),
  ...problemsIn(new FormState(definition, answers, context)),
]

/** All problems of a form that is already evaluated. */
export function problemsIn(state: FormState): AnswerProblem[] {
  const demanded = demandedByOutcome(state, () => scoreIn(state))
  const problems = [...state.visible()].flatMap(({ key }) => {
    const problems = state.problemsAt(key)
    const codes = new Set(problems.map(({ code }) => code))
    const more = (demanded.get(key) ?? []).filter(code => !codes.has(code))
    return more.length > 0 ? [...problems, ...more.map(code => ({ ...keyParts(key), code }))] : problems
  })
  return [...exceededBudget(state), ...problems]
}

/** Place at which the form exceeds its work: the question, or the first one of its section. */
export function exceededBudget({ exceededAt }: FormState): AnswerProblem[] {
  if (!exceededAt) return []
  const { part, key } = exceededAt
  const first = part.element ? key : (part.children[0]?.id ?? key)
  return [{ ...keyParts(first), code: 'too_much_work' }]
}

/** Problems of answers that even a draft may not have; empty when they may be stored. */
export function checkDraft(definition: Definition, answers: Answers): AnswerProblem[] {
  const { byId } = compileForm(definition)
  const misfits = Object.entries(answers).flatMap(([key, answer]) => {
    const part = byId.get(keyParts(key).question_id)
    const code = part && misfitIn(part, answer)
    return code ? [{ part, problem: { ...keyParts(key), code } }] : []
  })
  misfits.sort((one, other) => one.part.order - other.part.order)
  return [...unknownAnswers(definition, answers), ...misfits.map(({ problem }) => problem)]
}

/** Answers to questions that the form does not ask. A removed row may leave answers behind; they are ignored. */
export function unknownAnswers(definition: Definition, answers: Answers): AnswerProblem[] {
  const { byId } = compileForm(definition)
  return Object.keys(answers)
    .map(keyParts)
    .filter(({ question_id, row_id }) => {
      const part = byId.get(question_id)
      const isAsked = part?.question !== undefined || part?.repeat !== undefined
      return !isAsked || part.repeats.length > 0 !== (row_id !== undefined && isRowId(row_id))
    })
    .map(place => ({ ...place, code: 'unknown' }))
}

function misfitIn({ question, repeat, calculate }: Part, { value }: Answer): Misfit | undefined {
  if (value === undefined || calculate || !isAnswered({ value })) return undefined
  return question ? misfitOf(question, value) : repeat && rowsMisfit(value)
}
