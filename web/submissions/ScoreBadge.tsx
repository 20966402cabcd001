import { useTranslation } from 'react-i18next'
import type { Submission } from '#shared/submissions/contract.ts'
import { useFormat } from '../lib/format.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { bandStatus } from './bandStatus.ts'

/** A submission's band with its score; nothing for a form without one. */
export function ScoreBadge({ submission: { band, score_percent } }: { submission: Submission }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (band === null) return null
  return (
    <StatusBadge status={bandStatus[band]}>
      {t(`submissions.pdf.${band}`)}{' '}
      {score_percent !== null && <span className="tabular">{format.percent(score_percent / 100)}</span>}
    </StatusBadge>
  )
}
