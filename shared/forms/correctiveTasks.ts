import type { Answers } from './answers.ts'
import type { Definition } from './definition.ts'
import type { FormContext } from './evaluation/context.ts'
import { FormState } from './evaluation/FormState.ts'
import { type OpenedTask, outcomeOf } from './outcome.ts'
import { scoreIn } from './scoring.ts'

/** The tasks that answers and what they come to open, in the order of the form. */
export function correctiveTasks(definition: Definition, answers: Answers, context?: FormContext): OpenedTask[] {
  const state = new FormState(definition, answers, context)
  return outcomeOf(state, scoreIn(state)).tasks
}
