import { useTranslation } from 'react-i18next'
import { shownPercent } from '#shared/forms/scoring/criticalFailed.ts'
import type { Band } from '#shared/forms/scoring/score.ts'
import type { Submission } from '#shared/submissions/contract.ts'
import { useFormat } from '../../lib/format.ts'
import { type Status, statusIcons } from '../Notice.tsx'
import { StatusBadge } from '../StatusBadge.tsx'
import styles from './ScoreFigure.module.css'

type Props = {
  percent: number | null
  band: Band | null
  /** Null where nothing was judged; not given where that is not known. */
  passed?: boolean | null | undefined
  criticalFailed: number
}

/**
 * What a form came to: a ring with its band, or the band alone where there are no points; nothing where nothing was
 * judged. Where a critical answer failed that is said instead, however many points there are: they stand small below.
 */
export function ScoreFigure({ percent, band, passed = null, criticalFailed }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  if (band === null && passed === null && criticalFailed === 0) return null
  if (criticalFailed > 0) {
    const Icon = statusIcons.stop
    const shown = shownPercent(percent, criticalFailed)
    const score = shown !== null && t('common.score', { score: format.percent(shown / 100) })
    return (
      <div className={styles.failed} data-status="stop">
        <Icon size={28} />
        <p className={styles.words}>
          <strong className={styles.lead}>{t('submissions.failedCritical', { count: criticalFailed })}</strong>
          <span className={styles.small}>
            {[band && t(`submissions.pdf.${band}`), score].filter(Boolean).join(' · ')}
          </span>
        </p>
      </div>
    )
  }
  const [status, label] = band
    ? [bandStatus[band], t(`submissions.pdf.${band}`)]
    : passed
      ? (['ok', t('filling.passed')] as const)
      : (['stop', t('filling.notPassed')] as const)
  return percent === null ? (
    <StatusBadge status={status}>{label}</StatusBadge>
  ) : (
    <ScoreRing share={percent / 100} status={status} label={label} size={128} />
  )
}

/**
 * A submission's band with its score; what failed critically says so, and the score is small beside it. Nothing for a
 * form without one.
 */
export function ScoreBadge({ submission: { band, score_percent, critical_failed } }: { submission: Submission }) {
  const { t } = useTranslation()
  const format = useFormat()
  const shown = shownPercent(score_percent, critical_failed)
  const percent = shown !== null && <span className="tabular">{format.percent(shown / 100)}</span>
  if (critical_failed > 0)
    return (
      <span className={styles.scoreBadgeFailed}>
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

/** Each band's icon and colour. */
export const bandStatus: Record<Band, Status> = { good: 'ok', attention: 'attention', act: 'stop' }

const radius = 42
const length = 2 * Math.PI * radius

type RingProps = {
  /** From 0 to 1. */
  share: number
  status: Status
  /** The band's name: the state in words. */
  label: string
  size?: number
}

/** A score as a ring with its figure, and its band as icon, word and colour. */
function ScoreRing({ share, status, label, size = 96 }: RingProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const Icon = statusIcons[status]
  const percent = format.percent(share)
  return (
    <figure className={styles.ring} data-status={status}>
      <svg
        width={size}
        height={size}
        viewBox="0 0 100 100"
        role="img"
        aria-label={t('common.score', { score: percent })}
      >
        <circle className={styles.track} cx="50" cy="50" r={radius} />
        <circle
          className={styles.value}
          cx="50"
          cy="50"
          r={radius}
          strokeDasharray={`${length * Math.min(1, Math.max(0, share))} ${length}`}
          transform="rotate(-90 50 50)"
        />
        <text x="50" y="51" className={styles.figure}>
          {percent}
        </text>
      </svg>
      <figcaption className={styles.label}>
        <Icon size={18} />
        {label}
      </figcaption>
    </figure>
  )
}
