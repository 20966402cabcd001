import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ReviewState, Verdict } from '#shared/reviews/states.ts'
import type { Submission } from '#shared/submissions/contract.ts'
import { tellProblem, tellUndo } from '../ui/toast.tsx'
import { reviewsApi } from './api.ts'

type Review = { submission: Submission; state: ReviewState; reason?: string; reopen?: string[] }

/** Gives a submission its review, which can be taken back for a moment. */
export function useReviewing() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const onSettled = () => {
    for (const noun of ['submissions', 'reviews']) queries.invalidateQueries({ queryKey: [noun] })
  }
  const onError = (error: unknown) => void tellProblem(error)
  const takingBack = useMutation({
    mutationFn: ({ id, revision }: Submission) => reviewsApi.review({ id, state: 'received', revision }),
    onError,
    onSettled,
  })
  const reviewing = useMutation({
    mutationFn: ({ submission: { id, revision }, ...review }: Review) => reviewsApi.review({ id, revision, ...review }),
    onSuccess(reviewed, { state }) {
      if (state === 'received') return
      void tellUndo(t(`reviews.done.${state satisfies Verdict}`), t('common.undo'), () => takingBack.mutate(reviewed))
    },
    onError,
    onSettled,
  })
  return { review: reviewing.mutateAsync, isPending: reviewing.isPending || takingBack.isPending }
}
