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

/** The state of a submission's review; nothing where none was asked for. */
export function ReviewBadge({ state }: { state: ReviewState | null }) {
  const { t } = useTranslation()
  return state && <StatusBadge status={statuses[state]}>{t(`reviews.states.${state}`)}</StatusBadge>
}
