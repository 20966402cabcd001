import type { Answer, Answers } from '../forms/answers/answers.ts'
import { sameAnswer } from '../forms/answers/content.ts'

/** Concurrent changes of somebody else: those they alone made, and those that conflict. */
export type Meanwhile = { theirs: [key: string, answer: Answer | undefined][]; both: string[] }

/** Compares two corrections of the same version, answer by answer. */
export function compareCorrections(base: Answers, mine: Answers, theirs: Answers): Meanwhile {
  const found: Meanwhile = { theirs: [], both: [] }
  for (const key of new Set([...Object.keys(base), ...Object.keys(mine), ...Object.keys(theirs)])) {
    if (sameAnswer(theirs[key], base[key]) || sameAnswer(theirs[key], mine[key])) continue
    if (sameAnswer(mine[key], base[key])) found.theirs.push([key, theirs[key]])
    else found.both.push(key)
  }
  return found
}
