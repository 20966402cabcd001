import { useTranslation } from 'react-i18next'
import type { SubjectStatus as State } from '#shared/subjects/registry.ts'
import { useFormat } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

/** The state of a row as icon, word and colour; nothing while nobody has found anything. */
export function SubjectStatus({ state }: { state: State | undefined }) {
  const { t } = useTranslation()
  return state && <StatusBadge status={state}>{t(`submissions.subjectStates.${state}`)}</StatusBadge>
}

/** Says that something of an animal or a group must not be sold, while that holds. */
export function HeldFlag({ until }: { until: string | null | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!until || until < format.dayOf(Date.now())) return null
  return <StatusBadge status="stop">{t('submissions.heldUntil', { day: format.date(until) })}</StatusBadge>
}
