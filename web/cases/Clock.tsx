import { useTranslation } from 'react-i18next'
import type { Case } from '#shared/cases/contract.ts'
import { useFormat } from '../lib/format.ts'
import type { Status } from '../ui/Notice.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'

type Clocked = Pick<Case, 'status' | 'acknowledge_by' | 'acknowledged_on' | 'answer_by' | 'answered_on'>

const dayMs = 86_400_000

/** What has to be done next, by which day, and how near that is; nothing once the reporter has the answer. */
export function clockOf({ acknowledge_by, acknowledged_on, answer_by, answered_on }: Clocked) {
  if (acknowledged_on === null) return { waits: 'acknowledge' as const, by: acknowledge_by, near: 3 }
  if (answered_on === null) return { waits: 'answer' as const, by: answer_by, near: 30 }
  return null
}

export function Clock({ of }: { of: Clocked }) {
  const { t } = useTranslation()
  const format = useFormat()
  const clock = clockOf(of)
  if (!clock) return <StatusBadge status="ok">{t('cases.answered')}</StatusBadge>
  const daysLeft = Math.floor((Date.parse(clock.by) - Date.now()) / dayMs) + 1
  const status: Status = daysLeft < 0 ? 'stop' : daysLeft <= clock.near ? 'attention' : 'info'
  const text = daysLeft < 0 ? t(`cases.late.${clock.waits}`) : t(`cases.due.${clock.waits}`)
  return (
    <StatusBadge status={status}>
      {text} {format.date(clock.by)}
    </StatusBadge>
  )
}
