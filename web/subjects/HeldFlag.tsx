import { useTranslation } from 'react-i18next'
import { useFormat } from '../lib/format.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'

/** Says that something of an animal or a group must not be sold, while that holds. */
export function HeldFlag({ until }: { until: string | null | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!until || until < format.dayOf(Date.now())) return null
  return <StatusBadge status="stop">{t('submissions.heldUntil', { day: format.date(until) })}</StatusBadge>
}
