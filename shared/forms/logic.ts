/**
 * The form engine: what a form says about a set of answers. It knows no screen and no server, and the same code runs in both.
 * Each part stands beside this file: check, progress, scoring, correctiveTasks, and judge, which all of them rest on.
 */
import type { Answers } from './answers.ts'
import { type AnswerProblem, checkAnswers } from './check.ts'
import { correctiveTasks, type OpenedTask } from './correctiveTasks.ts'
import type { Definition } from './definition.ts'
import { type Progress, progressOf } from './progress.ts'
import type { Score } from './score.ts'
import { scoreSubmission } from './scoring.ts'

export type Evaluation = { problems: AnswerProblem[]; progress: Progress; score: Score; tasks: OpenedTask[] }

/** Everything at once, as the filling screen needs it after each answer and the server on completion. */
export const evaluate = (definition: Definition, answers: Answers): Evaluation => ({
  problems: checkAnswers(definition, answers),
  progress: progressOf(definition, answers),
  score: scoreSubmission(definition, answers),
  tasks: correctiveTasks(definition, answers),
})
