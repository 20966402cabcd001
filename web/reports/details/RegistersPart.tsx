import { useTranslation } from 'react-i18next'
import type { ReportData } from '#shared/reports/data.ts'
import { registry } from '#shared/subjects/registry.ts'
import { PathLink } from '../../ui/PathLink.tsx'
import { useReportWords } from '../useReportWords.ts'
import { Part, Scroll } from './Part.tsx'
import styles from './Report.module.css'

const states = ['ok', 'attention', 'stop', 'unknown'] as const

/** How many rows of each register are in which state now; each number leads to them. */
export function RegistersPart({ registers }: { registers: NonNullable<ReportData['registers']> }) {
  const { t } = useTranslation()
  const { formats } = useReportWords()
  return (
    <Part part="registers">
      <div className={styles.frame}>
        <Scroll label={t('reports.partNames.registers')}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('reports.register')}</th>
                {states.map(state => (
                  <th key={state} scope="col" data-numeric>
                    {t(`reports.states.${state}`)}
                  </th>
                ))}
                <th scope="col" data-numeric>
                  {t('reports.total')}
                </th>
              </tr>
            </thead>
            <tbody>
              {registers.map(({ type, total, ...counts }) => (
                <tr key={type}>
                  <th scope="row">{t(`reports.registers.${type}`)}</th>
                  {states.map(state => (
                    <td key={state} data-numeric>
                      {state === 'unknown' ? (
                        formats.number(counts[state])
                      ) : (
                        <PathLink href={`${registry[type].list}?status=${state}`} className={styles.link}>
                          {formats.number(counts[state])}
                        </PathLink>
                      )}
                    </td>
                  ))}
                  <td data-numeric>
                    <PathLink href={registry[type].list} className={styles.link}>
                      {formats.number(total)}
                    </PathLink>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      </div>
    </Part>
  )
}
