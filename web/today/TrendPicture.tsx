import type { Band } from '#shared/forms/score.ts'
import type { Submission } from '#shared/submissions/contract.ts'
import { useFormat } from '../lib/format.ts'
import type { Status } from '../ui/Notice.tsx'
import styles from './ScoreTrend.module.css'

const [width, height, edge, margin] = [480, 150, 8, 34]

/** One mark per submission, oldest first; the band is its shape and its colour. */
export function TrendPicture({ submissions, label }: { submissions: Submission[]; label: string }) {
  const format = useFormat()
  const x = (index: number) => margin + (index * (width - margin - edge)) / (submissions.length - 1)
  const y = (percent: number) => edge + ((100 - percent) * (height - 2 * edge)) / 100
  const points = submissions.map((submission, index) => ({
    id: submission.id,
    band: submission.band ?? 'good',
    at: [x(index), y(submission.score_percent ?? 0)] as const,
  }))
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={styles.picture} role="img" aria-label={label}>
      {[0, 50, 100].map(percent => (
        <g key={percent}>
          <line className={styles.grid} x1={margin} x2={width} y1={y(percent)} y2={y(percent)} />
          <text className={styles.axis} x={margin - 6} y={y(percent)}>
            {format.number(percent)}
          </text>
        </g>
      ))}
      <polyline className={styles.line} points={points.map(({ at }) => at.join(',')).join(' ')} />
      {points.map(({ id, band, at: [left, top] }) => (
        <g key={id} className={styles.mark} data-status={marks[band].status}>
          <path d={marks[band].shape} transform={`translate(${left} ${top})`} />
        </g>
      ))}
    </svg>
  )
}

/** Round is good, a triangle asks for attention, a square for action. */
const marks: Record<Band, { shape: string; status: Status }> = {
  good: { shape: 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0', status: 'ok' },
  attention: { shape: 'M0-5.5 5.5 4h-11z', status: 'attention' },
  act: { shape: 'M-4.5-4.5h9v9h-9z', status: 'stop' },
}
