import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../ui/StatusBadge.tsx'

type Props = { isCurrent: boolean; isExpired: boolean; isTrial: boolean }

/** Whether a plan holds, is over, or is to come. */
export function PlanState({ isCurrent, isExpired, isTrial }: Props) {
  const { t } = useTranslation()
  if (isExpired) return <StatusBadge status="stop">{t('plans.states.ended')}</StatusBadge>
  if (!isCurrent) return <StatusBadge status="info">{t('plans.states.other')}</StatusBadge>
  return <StatusBadge status="ok">{isTrial ? t('plans.states.trial') : t('plans.states.running')}</StatusBadge>
}
