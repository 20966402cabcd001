import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Finding } from '#shared/findings/contract.ts'
import { api } from '../api.ts'
import { todayKey } from '../tasks/queries.ts'
import { ReasonDrawer } from '../ui/fields/ReasonDrawer.tsx'
import { tellProblem, tellUndo } from '../ui/toast.tsx'

const reasons = ['repaired', 'lookedAgain', 'vet', 'mistake'] as const

/** Asks why a finding is settled, which can be taken back. */
export function SettleSheet({ finding: { id }, onClosed }: { finding: Finding; onClosed: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const changed = () => {
    for (const queryKey of [api.findings.key, todayKey]) queries.invalidateQueries({ queryKey })
  }
  const reopening = useMutation({
    mutationFn: () => api.findings.reopen({ id }),
    onError: error => void tellProblem(error),
    onSettled: changed,
  })
  const settling = useMutation({
    mutationFn: (reason: string) => api.findings.settle({ id, reason }),
    onSuccess: () => void tellUndo(t('findings.settled'), t('common.undo'), () => reopening.mutate()),
    onError: error => void tellProblem(error),
    onSettled: changed,
  })

  return (
    <ReasonDrawer
      title={t('findings.settleTitle')}
      question={t('findings.settleQuestion')}
      reasons={reasons.map(reason => t(`findings.reasons.${reason}`))}
      label={t('findings.ownReason')}
      maxLength={1_000}
      submit={t('findings.settle')}
      isPending={settling.isPending}
      onChosen={(reason, close) => settling.mutate(reason, { onSuccess: close })}
      onClosed={onClosed}
    />
  )
}
