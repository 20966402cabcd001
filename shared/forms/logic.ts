/**
 * Form engine: evaluates a form for a set of answers, the same way in browser and server. `evaluation/` updates answer
 * by answer, `expressions/` parses and evaluates; check, progress, scoring, measures and outcome rest on
 * `scoreAnswer.ts`.
 */
import type { Answers } from './answers/answers.ts'
import { type Outcome, outcomeOf } from './answers/outcome.ts'
import { type Progress, progressIn } from './answers/progress.ts'
import { problemsIn, unknownAnswers } from './check.ts'
import type { Definition } from './definition.ts'
import type { FormContext } from './evaluation/context.ts'
import { FormState } from './evaluation/FormState.ts'
import type { AnswerProblem } from './fit.ts'
import type { Score } from './scoring/score.ts'
import { scoreIn } from './scoring/scoring.ts'

export type Evaluation = Outcome & { problems: AnswerProblem[]; progress: Progress; score: Score }

/** Evaluates everything at once, for answers that will not change. */
export const evaluate = (definition: Definition, answers: Answers, context?: FormContext): Evaluation => {
  const { problems, ...rest } = evaluationOf(new FormState(definition, answers, context))
  return { problems: [...unknownAnswers(definition, answers), ...problems], ...rest }
}

/** The same for a form that is already evaluated. */
export function evaluationOf(state: FormState): Evaluation {
  const scored = scoreIn(state)
  const outcome = outcomeOf(state, scored)
  const { subject_status } = outcome
  const score = { ...scored, ...(subject_status && { subject_status }) }
  const problems = problemsIn(state)
  return { problems, progress: progressIn(state, problems), score, ...outcome }
}
