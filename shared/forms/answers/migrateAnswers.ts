/**
 * Moves a draft to a newer version of its form: an answer is carried where its question is still asked at the same
 * place and the answer fits, even out of bounds. Other answers are left out, none is changed.
 */
import { checkDraft, unknownAnswers } from '../check.ts'
import type { Definition } from '../definition.ts'
import { missingTables } from '../tables/contents.ts'
import { answerKey } from './answerKey.ts'
import type { Answers } from './answers.ts'

/** The answers that fit a definition, and those that have no place in it. */
export function migrateAnswers(definition: Definition, answers: Answers): { carried: Answers; left: Answers } {
  // Without its tables nobody knows which choices a question has.
  const check = missingTables(definition).length > 0 ? unknownAnswers : checkDraft
  const misfits = new Set(check(definition, answers).map(({ question_id, row_id }) => answerKey(question_id, row_id)))
  const entries = Object.entries(answers)
  return {
    carried: Object.fromEntries(entries.filter(([key]) => !misfits.has(key))),
    left: Object.fromEntries(entries.filter(([key]) => misfits.has(key))),
  }
}
