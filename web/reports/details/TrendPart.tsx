import { useTranslation } from 'react-i18next'
import type { TrendPoint } from '#shared/reports/data.ts'
import { unitOf } from '#shared/reports/formatter.ts'
import { FigureTable } from '../../ui/figures/FigureTable.tsx'
import { useReportFormatter } from '../useReportWords.ts'
import { CountChart, colours, ShareChart } from './charts.tsx'
import { AsTable, Behind, Part } from './Part.tsx'
import styles from './Report.module.css'

const bands = ['good', 'attention', 'act', 'unrated'] as const

/** The mean score and the ratings over time. */
export function TrendPart({ trend }: { trend: TrendPoint[] }) {
  const { t } = useTranslation()
  const words = useReportFormatter()
  const unit = unitOf(trend)
  const nameOf = (band: (typeof bands)[number]) => t(band === 'unrated' ? 'reports.unrated' : `submissions.pdf.${band}`)
  const shown = bands.filter(band => trend.some(point => point[band] > 0))
  const colourOf = { good: colours.good, attention: colours.attention, act: colours.act, unrated: colours.grey }
  const rows = trend.map(({ from, to, average, good, attention, act, unrated }) => ({
    name: words.bucket({ from, to }, unit),
    ...{ average, good, attention, act, unrated },
  }))
  return (
    <Part part="trend">
      {trend.some(({ average }) => average !== null) && (
        <div className={styles.frame}>
          <h3>{t('reports.average')}</h3>
          <ShareChart
            label={t('reports.average')}
            rows={rows}
            series={[{ name: 'average', label: t('reports.average'), color: colours.bar }]}
          />
        </div>
      )}
      <div className={styles.frame}>
        <h3>{t('reports.submissions')}</h3>
        <CountChart
          label={t('reports.submissions')}
          rows={rows}
          series={shown.map(band => ({ name: band, label: nameOf(band), color: colourOf[band] }))}
        />
        <AsTable>
          <FigureTable
            rows={trend}
            keyOf={({ from }) => from}
            instead={({ is_hidden }) => is_hidden && t('reports.hidden')}
            columns={[
              {
                key: 'time',
                title: t('reports.time'),
                cell: point => (unit === 'day' ? words.formats.date(point.from) : words.days(point)),
              },
              {
                key: 'average',
                title: t('reports.average'),
                cell: ({ average }) => words.percent(average),
                numeric: true,
              },
              ...shown.map(band => ({
                key: band,
                title: nameOf(band),
                cell: (point: TrendPoint) => words.formats.number(point[band]),
                numeric: true,
              })),
              {
                key: 'submissions',
                title: t('reports.submissions'),
                cell: ({ from, to, submissions }) => (
                  <Behind slice={{ from, to }}>{words.formats.number(submissions)}</Behind>
                ),
                numeric: true,
              },
            ]}
          />
        </AsTable>
      </div>
    </Part>
  )
}
