import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { FigureTable } from './FigureTable.tsx'
import styles from './LineFigure.module.css'

type Point = { day: string; value: number }
type Props = {
  /** The figure, for people who see it and people who hear it. */
  label: string
  /** The earliest first. */
  points: Point[]
  /** How a value is written. */
  write: (value: number) => string
}

const [width, height, edge] = [640, 200, 12]

/** A figure over days as a line, with its first and last day and its least and greatest value; and as a table. */
export function LineFigure({ label, points, write }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  const values = points.map(({ value }) => value)
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const span = Date.parse(last.day) - Date.parse(first.day) || 1
  const x = ({ day }: Point) => edge + ((Date.parse(day) - Date.parse(first.day)) / span) * (width - 2 * edge)
  const y = ({ value }: Point) => height - edge - ((value - least) / (most - least || 1)) * (height - 2 * edge)
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>{label}</figcaption>
      <div className={styles.frame}>
        <div className={styles.scale} aria-hidden>
          <span>{write(most)}</span>
          {most > least && <span>{write(least)}</span>}
        </div>
        <svg viewBox={`0 0 ${width} ${height}`} className={styles.drawing} role="img" aria-label={label}>
          <polyline points={points.map(point => `${x(point)},${y(point)}`).join(' ')} className={styles.line} />
          {points.map(point => (
            <circle key={point.day} cx={x(point)} cy={y(point)} r="4" className={styles.point} />
          ))}
        </svg>
      </div>
      <div className={styles.days} aria-hidden>
        <span>{format.date(first.day)}</span>
        <span>{format.date(last.day)}</span>
      </div>
      <details>
        <summary className={styles.summary}>{t('reports.asTable')}</summary>
        <FigureTable
          rows={points.toReversed()}
          keyOf={({ day }) => day}
          columns={[
            { key: 'day', cell: ({ day }) => format.date(day) },
            { key: 'value', cell: ({ value }) => write(value), numeric: true },
          ]}
        />
      </details>
    </figure>
  )
}
