import { useTranslation } from 'react-i18next'
import type { ReviewState } from '#shared/submissions/rules.ts'
import type { Status } from '../ui/Notice.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'

const statuses: Record<ReviewState, Status> = {
  received: 'info',
  has_issues: 'attention',
  approved: 'ok',
  rejected: 'stop',
}

/** How the review of a submission stands. Nothing where nobody was asked for one. */
export function ReviewBadge({ state }: { state: ReviewState | null }) {
  const { t } = useTranslation()
  return state && <StatusBadge status={statuses[state]}>{t(`reviews.states.${state}`)}</StatusBadge>
}
