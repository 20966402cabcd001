/**
 * The form engine: what a form says about a set of answers. It knows no screen and no server, and the same code runs in both.
 *
 * `evaluation/` works the form out (what is visible, what values come to), answer by answer; expressions are read in `expressions/`.
 * What it all means stands beside this file: check, progress, scoring, measures, outcome, and judge, on which they rest.
 */
import type { Answers } from './answers/answers.ts'
import { type Outcome, outcomeOf } from './answers/outcome.ts'
import { type Progress, progressIn } from './answers/progress.ts'
import { type AnswerProblem, problemsIn, unknownAnswers } from './check.ts'
import type { Definition } from './definition.ts'
import type { FormContext } from './evaluation/context.ts'
import { FormState } from './evaluation/FormState.ts'
import type { Score } from './scoring/score.ts'
import { scoreIn } from './scoring/scoring.ts'

export type Evaluation = Outcome & { problems: AnswerProblem[]; progress: Progress; score: Score }

/** Everything at once, of answers that nobody is about to change. */
export const evaluate = (definition: Definition, answers: Answers, context?: FormContext): Evaluation => {
  const { problems, ...rest } = evaluationOf(new FormState(definition, answers, context))
  return { problems: [...unknownAnswers(definition, answers), ...problems], ...rest }
}

/** Everything at once, of a form that is worked out already. */
export function evaluationOf(state: FormState): Evaluation {
  const scored = scoreIn(state)
  const outcome = outcomeOf(state, scored)
  const { subject_status } = outcome
  const score = { ...scored, ...(subject_status && { subject_status }) }
  const problems = problemsIn(state)
  return { problems, progress: progressIn(state, problems), score, ...outcome }
}
