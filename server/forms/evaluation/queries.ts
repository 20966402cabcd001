/**
 * A form evaluated on the server: what is quick at once, what takes longer in a thread, and what takes too long not at
 * all.
 */
import { createHash } from 'node:crypto'
import { answerKey } from '#shared/forms/answers/answerKey.ts'
import type { Answers } from '#shared/forms/answers/answers.ts'
import type { Definition } from '#shared/forms/definition.ts'
import type { FormContext } from '#shared/forms/evaluation/context.ts'
import { ExpressionValues } from '#shared/forms/evaluation/ExpressionValues.ts'
import { FormState } from '#shared/forms/evaluation/FormState.ts'
import { briefAllowance, wholeAllowance } from '#shared/forms/expressions/budget.ts'
import type { AnswerProblem } from '#shared/forms/fit.ts'
import { evaluationOf } from '#shared/forms/logic.ts'
import { contentsFor } from '#shared/forms/tables/contents.ts'
import { type FieldErrors, Problem } from '#shared/lib/problem.ts'
import { fairnessKey } from '../../lib/concurrency/fairnessKey.ts'
import { inThread } from '../../lib/concurrency/threads.ts'
import type { Context } from '../../lib/context.ts'
import type { EvaluationInput, EvaluationOutput } from './evaluationThread.ts'

/** The caller of an evaluation: a request or a delivery. */
type Caller = Pick<Context, 'preparation' | 'ip'> & { actor: Pick<Context['actor'], 'companyId'> }

/**
 * Evaluates a form in the `prepare` of a call, and again in its handler, which finds there what took long. Throws
 * `too_large`, which names the question, for a form that takes more work than any may.
 */
export async function evaluateForm(
  caller: Caller,
  definition: Definition,
  answers: Answers,
  context: FormContext,
): Promise<FormState> {
  caller.preparation.requirePrepared()
  const brief = new FormState(definition, answers, context, { allowance: briefAllowance })
  evaluationOf(brief)
  if (!brief.exceededAt) {
    brief.setAllowance(wholeAllowance)
    return brief
  }
  // Values of tables are shown by their names.
  const asked = { definition, answers, context }
  const key = createHash('sha256').update(JSON.stringify(asked)).digest('base64url')
  const wanted: EvaluationInput = { ...asked, tables: contentsFor(definition) }
  const { kept, exceededBudget } = await caller.preparation.of(`evaluation ${key}`, () =>
    inThread<EvaluationInput, EvaluationOutput>(
      'evaluation',
      fairnessKey(caller.actor, caller.ip),
      new URL('./evaluationThread.ts', import.meta.url),
      wanted,
    ),
  )
  requireWithinBudget(exceededBudget)
  return new FormState(definition, answers, context, { values: new ExpressionValues(definition, kept) })
}

function requireWithinBudget(problems: AnswerProblem[]): void {
  const errors = problems.map(({ question_id, row_id, code }) => [
    `answers.${answerKey(question_id, row_id)}`,
    [{ code }],
  ])
  if (errors.length > 0) throw new Problem('too_large', { errors: Object.fromEntries(errors) })
}

export type AnswerFault = Omit<AnswerProblem, 'code'> & { code: AnswerProblem['code'] | 'photo_missing' | 'not_found' }

/**
 * Throws 422 that names each faulty answer by its question, if there is any. `said` is what the form itself has to say
 * about it.
 */
export function refuseAnswers(faults: AnswerFault[], said: (fault: AnswerFault) => string = () => ''): void {
  if (faults.length === 0) return
  const errors: FieldErrors = {}
  for (const fault of faults) {
    const { question_id, row_id, code, values } = fault
    const field = `answers.${answerKey(question_id, row_id)}`
    const message = said(fault)
    errors[field] = [...(errors[field] ?? []), { code, ...(values && { values }), ...(message && { message }) }]
  }
  throw new Problem('invalid', { errors })
}
