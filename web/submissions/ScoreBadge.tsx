import { useTranslation } from 'react-i18next'
import type { Submission } from '#shared/submissions/contract.ts'
import { useFormat } from '../lib/format.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { bandStatus } from './bandStatus.ts'
import styles from './ScoreBadge.module.css'

/** A submission's band with its score; what failed critically says so, and the score is small beside it. Nothing for a form without one. */
export function ScoreBadge({ submission: { band, score_percent, critical_failed } }: { submission: Submission }) {
  const { t } = useTranslation()
  const format = useFormat()
  const percent = score_percent !== null && <span className="tabular">{format.percent(score_percent / 100)}</span>
  if (critical_failed > 0)
    return (
      <span className={styles.failed}>
        <StatusBadge status="stop">{t('submissions.failedCritical', { count: critical_failed })}</StatusBadge>
        {percent && <small className={styles.beside}>{percent}</small>}
      </span>
    )
  if (band === null) return null
  return (
    <StatusBadge status={bandStatus[band]}>
      {t(`submissions.pdf.${band}`)} {percent}
    </StatusBadge>
  )
}
