/**
 * Forms that are filled in again in part. A follow-up asks only some keys of what it follows anew, and what their answers bring up; all else
 * stays as it was answered. The same code says on the device what is shown and on the server what is taken.
 */
import { answerKey } from '../forms/answers/answerKey.ts'
import type { Answers } from '../forms/answers/answers.ts'
import { sameAnswer } from '../forms/answers/sameAnswer.ts'
import { problemsIn } from '../forms/check.ts'
import type { FormState } from '../forms/evaluation/FormState.ts'
import type { FollowUpKind } from './followUpKinds.ts'

export type Narrowing = {
  kind: FollowUpKind
  /** The keys that are asked anew. */
  question_ids: readonly string[]
  /** The form as it was answered before. */
  before: FormState
}

/**
 * The keys that a follow-up asks as it stands, in the order of the form: those that it names, what was not asked before, and of a reopening
 * what does not fit the new answers any more. Those of `also` are asked in any case, so that a question does not go while it is answered.
 */
export function askedNow(
  state: FormState,
  { kind, question_ids, before }: Narrowing,
  also: ReadonlySet<string> = new Set(),
): string[] {
  const named = new Set(question_ids)
  const unfit = new Set(kind === 'reopening' ? problemsIn(state).map(keyOf) : [])
  return [...state.visible()]
    .filter(({ part }) => (part.question || part.repeat) && !part.calculate)
    .filter(({ key }) => named.has(key) || also.has(key) || unfit.has(key) || !before.isVisible(key))
    .map(({ key }) => key)
}

/**
 * What is taken of the answers that a follow-up brings: those that it asks for, and those that these bring up in turn. All others are what
 * they were. `state` is the form as it was answered before, and ends as the form with what is taken.
 */
export function takenFrom(sent: Answers, base: Answers, state: FormState, narrowing: Narrowing): Answers {
  const taken: Answers = { ...base }
  const open = new Set(Object.keys({ ...base, ...sent }).filter(key => !sameAnswer(sent[key], base[key])))
  for (;;) {
    const now = askedNow(state, narrowing).filter(key => open.has(key))
    if (now.length === 0) return taken
    for (const key of now) {
      open.delete(key)
      const answer = sent[key]
      if (answer) taken[key] = answer
      else delete taken[key]
      state.setAnswer(key, answer)
    }
  }
}

const keyOf = ({ question_id, row_id }: { question_id: string; row_id?: string }) => answerKey(question_id, row_id)
