/**
 * Bringing together two versions of the same answers, question by question. What only one side changed since both agreed is taken
 * from that side; what both changed differently stays as it is here and is named, for the person to decide. Nothing is dropped.
 */
import type { Answer, Answers } from '#shared/forms/answers/answers.ts'
import { sameAnswer } from '#shared/forms/answers/content.ts'

type Sides = {
  /** What both sides last agreed on. */
  agreed: Answers
  /** What was sent since, without an answer: the server may have it, and then it is ours. */
  attempted: Record<string, Answer[]>
  mine: Answers
  theirs: Answers
}

export type Merge = {
  /** Their answers to questions that were not changed here; undefined where they took an answer away. */
  taken: Map<string, Answer | undefined>
  /** Questions that both sides answered differently. */
  conflicts: string[]
}

export function mergeAnswers({ agreed, attempted, mine, theirs }: Sides): Merge {
  const merge: Merge = { taken: new Map(), conflicts: [] }
  for (const id of new Set([...Object.keys(mine), ...Object.keys(theirs), ...Object.keys(agreed)])) {
    const ours = [agreed[id], ...(attempted[id] ?? [])]
    const isTheirsNew = !ours.some(answer => sameAnswer(theirs[id], answer))
    if (sameAnswer(mine[id], theirs[id]) || !isTheirsNew) continue
    if (sameAnswer(mine[id], agreed[id])) merge.taken.set(id, theirs[id])
    else merge.conflicts.push(id)
  }
  return merge
}
