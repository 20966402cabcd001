/**
 * A draft that goes over to a newer version of its form. An answer is carried where the newer version still asks its
 * question, at the same place and in a way that the answer fits; it may then be out of bounds, as in any draft. All
 * others are left, none is changed.
 */
import { checkDraft, unknownAnswers } from '../check.ts'
import type { Definition } from '../definition.ts'
import { missingTables } from '../tables/contents.ts'
import { answerKey } from './answerKey.ts'
import type { Answers } from './answers.ts'

/** The answers that fit a definition, and those that have no place in it. */
export function goOver(definition: Definition, answers: Answers): { carried: Answers; left: Answers } {
  // Without its tables nobody knows which choices a question has.
  const check = missingTables(definition).length > 0 ? unknownAnswers : checkDraft
  const misfits = new Set(check(definition, answers).map(({ question_id, row_id }) => answerKey(question_id, row_id)))
  const entries = Object.entries(answers)
  return {
    carried: Object.fromEntries(entries.filter(([key]) => !misfits.has(key))),
    left: Object.fromEntries(entries.filter(([key]) => misfits.has(key))),
  }
}
