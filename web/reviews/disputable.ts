import { answerKey } from '#shared/forms/answers/answerKey.ts'
import type { FormState } from '#shared/forms/evaluation/FormState.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import { answerInWords, type Words } from '#shared/submissions/formatter.ts'
import { askedAt } from '#shared/submissions/report.ts'

export type Disputable = { key: string; label: string; said: string | null }

/** The questions that somebody answered and can be asked again, in the order of the form; what failed stands first. */
export function disputable({ score }: SubmissionDetail, state: FormState, words: Words): Disputable[] {
  const failed = new Set(score?.failed.map(({ question_id, row_id }) => answerKey(question_id, row_id)))
  const all = [...state.visible()].flatMap(({ key, part }): Disputable[] => {
    const asked = part.calculate || part.question?.type === 'calculated' ? undefined : askedAt(state, key, words)
    return asked ? [{ key, label: asked.label, said: answerInWords(asked.question, state.answer(key), words) }] : []
  })
  return [...all.filter(({ key }) => failed.has(key)), ...all.filter(({ key }) => !failed.has(key))]
}
