import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shownPercent } from '#shared/forms/scoring/criticalFailed.ts'
import type { Band } from '#shared/forms/scoring/score.ts'
import { defaultLocale, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import type { Submission } from '#shared/submissions/contract.ts'
import { useFormat } from '../lib/format.ts'
import type { Status } from '../ui/Notice.tsx'
import styles from './ScoreTrend.module.css'

const [width, height, top, bottom, start, end] = [480, 176, 8, 24, 34, 12]

type Props = { submissions: Rated[]; label: string; onOpen: (id: number) => void }

/** One mark per submission at its time; the band is its shape and its colour, and each leads to what was filled in. Arrows walk along. */
export function TrendPicture({ submissions, label, onOpen }: Props) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const picture = useRef<SVGSVGElement>(null)
  const [at, setAt] = useState(submissions.length - 1)
  const times = submissions.map(({ completed_at }) => Date.parse(completed_at))
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const span = Math.max(1, last - first)
  const x = (time: number) => start + ((time - first) * (width - start - end)) / span
  const y = (percent: number) => top + ((100 - percent) * (height - top - bottom)) / 100
  const points = submissions.map((submission, index) => {
    const { id, band, score_percent, completed_at, form_name } = submission
    const form = textIn(form_name, toLocale(i18n.language), defaultLocale).text
    const { critical_failed } = submission
    const shown = shownPercent(score_percent, critical_failed)
    const words = [
      ...[form, format.date(completed_at), shown !== null && format.percent(shown / 100)],
      critical_failed > 0 ? t('submissions.failedCritical', { count: critical_failed }) : t(`submissions.pdf.${band}`),
    ]
    return { id, band, x: x(times[index] ?? first), y: y(score_percent), label: words.filter(Boolean).join(' · ') }
  })

  function walk(event: KeyboardEvent) {
    // Time runs from left to right in every language.
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? points.length - 1 : at + step
    if (next === at || !points[next]) return
    event.preventDefault()
    setAt(next)
    picture.current?.querySelectorAll<SVGAElement>('a')[next]?.focus()
  }
  function open(event: MouseEvent, id: number) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen(id)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing has no element that groups its links
    <svg ref={picture} viewBox={`0 0 ${width} ${height}`} className={styles.picture} role="group" aria-label={label}>
      {[0, 50, 100].map(percent => (
        <g key={percent} aria-hidden>
          <line className={styles.grid} x1={start} x2={width} y1={y(percent)} y2={y(percent)} />
          <text className={styles.axis} x={start - 6} y={y(percent)}>
            {format.number(percent)}
          </text>
        </g>
      ))}
      {ticksBetween(first, last).map((time, index, all) => (
        <text
          key={time}
          className={styles.time}
          x={x(time)}
          y={height - 6}
          data-at={index === 0 ? 'start' : index === all.length - 1 ? 'end' : 'middle'}
          aria-hidden
        >
          {format.day(new Date(time).toISOString(), { day: 'numeric', month: 'short' })}
        </text>
      ))}
      <polyline className={styles.line} points={points.map(one => `${one.x},${one.y}`).join(' ')} aria-hidden />
      {points.map((one, index) => (
        <g key={one.id} transform={`translate(${one.x} ${one.y})`}>
          <a
            href={`/submission/view/${one.id}`}
            aria-label={one.label}
            tabIndex={index === at ? 0 : -1}
            className={styles.mark}
            data-status={marks[one.band].status}
            onClick={event => open(event, one.id)}
            onFocus={() => setAt(index)}
            onKeyDown={walk}
          >
            <title>{one.label}</title>
            <circle r="12" className={styles.reach} />
            <path d={marks[one.band].shape} />
          </a>
        </g>
      ))}
    </svg>
  )
}

/** The first, the last, and the middle of what lies between. */
function ticksBetween(first: number, last: number): number[] {
  const day = 24 * 3600_000
  if (last - first < day) return [first]
  return last - first < 3 * day ? [first, last] : [first, first + (last - first) / 2, last]
}

/** Round is good, a triangle asks for attention, a square for action. */
const marks: Record<Band, { shape: string; status: Status }> = {
  good: { shape: 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0', status: 'ok' },
  attention: { shape: 'M0-5.5 5.5 4h-11z', status: 'attention' },
  act: { shape: 'M-4.5-4.5h9v9h-9z', status: 'stop' },
}

/** A submission of a form that rates: with points, and a band. */
type Rated = Submission & { score_percent: number; band: Band; completed_at: string }

/** As such, or nothing where it is not one. */
export const rated = (submission: Submission): Rated[] => {
  const { score_percent, band, completed_at } = submission
  return score_percent === null || band === null || completed_at === null
    ? []
    : [{ ...submission, score_percent, band, completed_at }]
}
