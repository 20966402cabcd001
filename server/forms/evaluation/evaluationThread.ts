/** Evaluates a form for `queries.ts`, in a thread. */
import type { Answers } from '#shared/forms/answers/answers.ts'
import { exceededBudget } from '#shared/forms/check.ts'
import type { Definition } from '#shared/forms/definition.ts'
import type { FormContext } from '#shared/forms/evaluation/context.ts'
import { ExpressionValues, type KeptValues } from '#shared/forms/evaluation/ExpressionValues.ts'
import { FormState } from '#shared/forms/evaluation/FormState.ts'
import type { AnswerProblem } from '#shared/forms/fit.ts'
import { evaluationOf } from '#shared/forms/logic.ts'
import { keepContent } from '#shared/forms/tables/contents.ts'
import type { TableContent } from '#shared/forms/tables/formTable.ts'

/** `tables` are the contents of the form's tables. */
export type EvaluationInput = {
  definition: Definition
  answers: Answers
  context: FormContext
  tables: [string, TableContent][]
}
export type EvaluationOutput = { kept: KeptValues; exceededBudget: AnswerProblem[] }

export default function evaluateApart({ definition, answers, context, tables }: EvaluationInput): EvaluationOutput {
  for (const [uuid, content] of tables) keepContent(uuid, content)
  const values = new ExpressionValues(definition)
  const state = new FormState(definition, answers, context, { values })
  evaluationOf(state)
  return { kept: values.kept, exceededBudget: exceededBudget(state) }
}
