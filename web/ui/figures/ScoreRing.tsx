import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { type Status, statusIcons } from '../Notice.tsx'
import styles from './ScoreFigure.module.css'

const radius = 42
const length = 2 * Math.PI * radius

type Props = {
  /** From 0 to 1. */
  share: number
  status: Status
  /** The band's name: the state in words. */
  label: string
  size?: number
}

/** A score as a ring with its figure, and its band as icon, word and colour. */
export function ScoreRing({ share, status, label, size = 96 }: Props) {
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
