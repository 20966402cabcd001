import { useTranslation } from 'react-i18next'
import { rowRanges } from './groupedFindings.ts'
import styles from './ImportSheet.module.css'

/** What fits on a line or two of a phone. */
const maxShown = 10

/** The rows in which the same was found: all of them, below their number where they are many. */
export function FindingRows({ rows }: { rows: number[] }) {
  const { t } = useTranslation()
  const ranges = rowRanges(rows)
  const listed = ranges.join(t('xlsform.rowSeparator'))
  if (ranges.length <= maxShown)
    return <span className={styles.place}>{t('xlsform.rowsListed', { count: rows.length, rows: listed })}</span>
  return (
    <details className={styles.place}>
      <summary className={styles.summary}>{t('xlsform.rows', { count: rows.length })}</summary>
      <span>{listed}</span>
    </details>
  )
}
