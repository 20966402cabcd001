/**
 * Follow-ups: some keys of a submission are asked again, with the questions that their answers bring up. The same code
 * decides on the device and on the server.
 */
import { answerKey } from '../forms/answers/answerKey.ts'
import type { Answers } from '../forms/answers/answers.ts'
import { sameAnswer } from '../forms/answers/content.ts'
import { problemsIn } from '../forms/check.ts'
import type { FormState } from '../forms/evaluation/FormState.ts'
import type { FollowUpKind } from './rules.ts'

export type Narrowing = {
  kind: FollowUpKind
  /** Keys that are asked again. */
  question_ids: readonly string[]
  /** The form as it was answered before. */
  before: FormState
}

/**
 * Keys that a follow-up asks at present, in the order of the form: the named ones, questions that were not asked
 * before, and for a reopening those that do not fit the new answers. Keys of `also` are always asked, so that a
 * question does not vanish while it is answered.
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
 * Answers of a follow-up that are accepted: those it asks for, and those that these bring up; others keep their earlier
 * value. `state` is the form as answered before, and ends with the accepted answers.
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
