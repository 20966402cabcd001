import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answerKey } from '#shared/forms/answers/answerKey.ts'
import type { FormState } from '#shared/forms/evaluation/FormState.ts'
import type { Submission, SubmissionDetail } from '#shared/submissions/contract.ts'
import { type Formatter, formatAnswer } from '#shared/submissions/formatter.ts'
import { askedAt } from '#shared/submissions/report.ts'
import type { ReviewState, Verdict } from '#shared/submissions/rules.ts'
import { api } from '../api.ts'
import { RequestError } from '../lib/requestError.ts'
import { tellProblem, tellUndo } from '../ui/toast.tsx'

type Review = { submission: Submission; state: ReviewState; reason?: string; reopen?: string[] }
/** My review, and the present one: somebody else has changed it in between. */
export type ReviewConflict = { mine: Review; theirs: Submission }

/** Gives a submission its review, which can be undone for a moment. */
export function useReviewing() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const onSettled = () => {
    for (const { key } of [api.submissions, api.reviews]) queries.invalidateQueries({ queryKey: key })
  }
  const [conflict, setConflict] = useState<ReviewConflict>()
  const onError = (error: unknown, mine: Review) => {
    if (!(error instanceof RequestError && error.code === 'stale_revision')) return void tellProblem(error)
    setConflict({ mine, theirs: error.data as Submission })
  }
  const takingBack = useMutation({
    mutationFn: ({ submission: { id, revision }, state }: Review) => api.reviews.review({ id, state, revision }),
    onError,
    onSettled,
  })
  const reviewing = useMutation({
    mutationFn: ({ submission: { id, revision }, ...review }: Review) =>
      api.reviews.review({ id, revision, ...review }),
    onSuccess(reviewed, { state }) {
      setConflict(undefined)
      if (state === 'received') return
      void tellUndo(t(`reviews.done.${state satisfies Verdict}`), t('common.undo'), () =>
        takingBack.mutate({ submission: reviewed, state: 'received' }),
      )
    },
    onError,
    onSettled,
  })
  return {
    review: reviewing.mutateAsync,
    isPending: reviewing.isPending || takingBack.isPending,
    conflict,
    forgetConflict: () => setConflict(undefined),
  }
}

export type Disputable = { key: string; label: string; said: string | null }

/** The answered questions that can be asked again, in the order of the form; failed ones come first. */
export function disputable({ score }: SubmissionDetail, state: FormState, words: Formatter): Disputable[] {
  const failed = new Set(score?.failed.map(({ question_id, row_id }) => answerKey(question_id, row_id)))
  const all = [...state.visible()].flatMap(({ key, part }): Disputable[] => {
    const asked = part.calculate || part.question?.type === 'calculated' ? undefined : askedAt(state, key, words)
    return asked ? [{ key, label: asked.label, said: formatAnswer(asked.question, state.answer(key), words) }] : []
  })
  return [...all.filter(({ key }) => failed.has(key)), ...all.filter(({ key }) => !failed.has(key))]
}
