import { useTranslation } from 'react-i18next'
import type { TrendPoint } from '#shared/reports/data.ts'
import { unitOf } from '#shared/reports/formatter.ts'
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
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('reports.time')}</th>
                <th scope="col" data-numeric>
                  {t('reports.average')}
                </th>
                {shown.map(band => (
                  <th key={band} scope="col" data-numeric>
                    {nameOf(band)}
                  </th>
                ))}
                <th scope="col" data-numeric>
                  {t('reports.submissions')}
                </th>
              </tr>
            </thead>
            <tbody>
              {trend.map(point => (
                <tr key={point.from}>
                  <th scope="row">{unit === 'day' ? words.formats.date(point.from) : words.days(point)}</th>
                  {point.is_hidden ? (
                    <td colSpan={shown.length + 2}>{t('reports.hidden')}</td>
                  ) : (
                    <>
                      <td data-numeric>{words.percent(point.average)}</td>
                      {shown.map(band => (
                        <td key={band} data-numeric>
                          {words.formats.number(point[band])}
                        </td>
                      ))}
                      <td data-numeric>
                        <Behind slice={{ from: point.from, to: point.to }}>
                          {words.formats.number(point.submissions)}
                        </Behind>
                      </td>
                    </>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </AsTable>
      </div>
    </Part>
  )
}
