import type { Answers } from './answers.ts'
import type { CorrectiveTask } from './consequences.ts'
import type { Definition } from './definition.ts'
import { questionsOf } from './elements.ts'
import { judge } from './judge.ts'

export type OpenedTask = CorrectiveTask & { question_id: string }

/** The tasks that the failed answers open, in the order of the form. */
export const correctiveTasks = (definition: Definition, answers: Answers): OpenedTask[] =>
  questionsOf(definition).flatMap(question => {
    const task = 'when_failed' in question ? question.when_failed?.task : undefined
    return task && judge(question, answers[question.id]).failed ? [{ question_id: question.id, ...task }] : []
  })
