/** Works a form out for `queries.ts`, in a thread. */
import type { Answers } from '#shared/forms/answers/answers.ts'
import { type AnswerProblem, overdone } from '#shared/forms/check.ts'
import type { Definition } from '#shared/forms/definition.ts'
import type { FormContext } from '#shared/forms/evaluation/context.ts'
import { FormState } from '#shared/forms/evaluation/FormState.ts'
import { type KeptWorths, Worths } from '#shared/forms/evaluation/Worths.ts'
import { evaluationOf } from '#shared/forms/logic.ts'
import { keepContent } from '#shared/forms/tables/contents.ts'
import type { TableContent } from '#shared/forms/tables/formTable.ts'

/** `tables` are the contents of the form's tables. */
export type ToWorkOut = {
  definition: Definition
  answers: Answers
  context: FormContext
  tables: [string, TableContent][]
}
export type WorkedOut = { kept: KeptWorths; overdone: AnswerProblem[] }

export default function workOut({ definition, answers, context, tables }: ToWorkOut): WorkedOut {
  for (const [uuid, content] of tables) keepContent(uuid, content)
  const worths = new Worths(definition)
  const state = new FormState(definition, answers, context, { worths })
  evaluationOf(state)
  return { kept: worths.kept, overdone: overdone(state) }
}
