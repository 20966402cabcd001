import { useTranslation } from 'react-i18next'
import type { HeatRow, ReportData } from '#shared/reports/data.ts'
import { bucketsOf } from '#shared/reports/period.ts'
import { unitOf } from '#shared/reports/words.ts'
import { useReportWords } from '../useReportWords.ts'
import { Behind } from './Behind.tsx'
import { Part, Scroll } from './Part.tsx'
import styles from './Report.module.css'

/** How dark a cell is: none, up to a tenth, a quarter, a half, and more. */
const heatOf = (failed: number, judged: number) => {
  const share = failed / judged
  if (failed === 0) return 0
  return share <= 0.1 ? 1 : share <= 0.25 ? 2 : share <= 0.5 ? 3 : 4
}

/** Questions by time: each cell says in its words too how many of how many answers failed. */
export function HeatMapPart({ rows, data }: { rows: HeatRow[]; data: ReportData }) {
  const { t } = useTranslation()
  const words = useReportWords()
  const buckets = bucketsOf(data)
  const unit = unitOf(buckets)
  return (
    <Part part="heat_map">
      <div className={styles.frame}>
        <p className={styles.line}>{t('reports.heatHint')}</p>
        <Scroll label={t('reports.partNames.heat_map')}>
          <table className={styles.heat}>
            <thead>
              <tr>
                <td />
                {buckets.map(bucket => (
                  <th key={bucket.from} scope="col">
                    {words.bucket(bucket, unit)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(row => (
                <tr key={`${row.form_id} ${row.question_id} ${row.versions.join()}`}>
                  <th scope="row" className={styles.rowName}>
                    {words.read(row.label, row.default_language)}
                  </th>
                  {row.cells.map(({ judged, failed }, at) => {
                    const bucket = buckets[at]
                    if (judged === 0 || !bucket) return <td key={bucket?.from ?? at} />
                    return (
                      <td key={bucket.from} data-heat={heatOf(failed, judged)}>
                        <Behind
                          className={styles.cell}
                          slice={{ question: row.question_id, failed: true, from: bucket.from, to: bucket.to }}
                          label={t('reports.failedOf', { failed, judged })}
                        >
                          {words.formats.percent(failed / judged)}
                        </Behind>
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      </div>
    </Part>
  )
}
