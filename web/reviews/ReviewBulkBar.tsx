import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import type { Submission } from '#shared/submissions/contract.ts'
import type { ReviewState } from '#shared/submissions/rules.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { BulkBar, runBulkAction, type Selection, useSelectedRows } from '../ui/list/BulkBar.tsx'
import { tellProblem, tellUndo } from '../ui/toast.tsx'

type Props = {
  selection: Selection
  /** Further actions on the picked rows. */
  children?: ReactNode
}

/** Approves the picked submissions that wait for it; it can be undone. */
export function ReviewBulkBar({ selection, children }: Props) {
  const { t, i18n } = useTranslation()
  const can = useAbility()
  const queries = useQueryClient()
  const picked = useSelectedRows<Submission>(api.submissions.list.key, selection)
  const waiting = picked.filter(
    row => row.status === 'complete' && row.review_state !== 'approved' && can('review', 'Submission', row),
  )
  const review = (state: ReviewState) => ({
    mutationFn: (rows: Submission[]) =>
      runBulkAction(
        rows,
        ({ form_name }) => textIn(form_name, toLocale(i18n.language), 'en').text,
        // A review by somebody else in between stays: the revision protects it, but the undo of this action does not
        // check it.
        ({ id, revision }) => api.reviews.review({ id, state, ...(state === 'approved' && { revision }) }),
      ),
    onError: (error: Error) => void tellProblem(error),
    onSettled: () => {
      for (const { key } of [api.submissions, api.reviews]) queries.invalidateQueries({ queryKey: key })
    },
  })
  const takingBack = useMutation(review('received'))
  const approving = useMutation({
    ...review('approved'),
    // Shown from here, because the bar is gone by then.
    onSuccess: done =>
      tellUndo(t('reviews.bulkDone', { count: done.length }), t('common.undo'), () => takingBack.mutate(done)),
  })

  function approve() {
    approving.mutate(waiting)
    selection.clear()
  }

  return (
    <BulkBar selection={selection}>
      {picked.some(row => can('review', 'Submission', row)) && (
        <Button
          variant="default"
          leftSection={<IconCheck size={18} />}
          disabled={waiting.length === 0 || approving.isPending}
          onClick={approve}
        >
          {t('reviews.approveSome', { count: waiting.length })}
        </Button>
      )}
      {children}
    </BulkBar>
  )
}
