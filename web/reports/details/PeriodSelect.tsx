import { NativeSelect } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Report, ReportPeriod } from '#shared/reports/contract.ts'
import { api } from '../../api.ts'
import { ProblemText } from '../../ui/texts/ProblemText.tsx'
import { useReportFormatter } from '../useReportWords.ts'
import styles from './Report.module.css'

/** The periods that are offered; any other is set where the report is edited. */
const offered = [
  { kind: 'relative', unit: 'day', count: 7 },
  { kind: 'relative', unit: 'week', count: 4 },
  { kind: 'relative', unit: 'week', count: 12 },
  { kind: 'relative', unit: 'week', count: 26 },
  { kind: 'relative', unit: 'month', count: 12 },
  { kind: 'relative', unit: 'year', count: 3 },
] as const satisfies ReportPeriod[]

const keyOf = (period: ReportPeriod) =>
  period.kind === 'fixed' ? `${period.from} ${period.to}` : `${period.count} ${period.unit}`
const otherDays = 'other'

type Props = { report: Report; onOther: () => void }

/** Changes the period of a report on the report itself. */
export function PeriodSelect({ report, onOther }: Props) {
  const { t } = useTranslation()
  const words = useReportFormatter()
  const queries = useQueryClient()
  const changing = useMutation({
    mutationFn: (period: ReportPeriod) => api.reports.update({ id: report.id, revision: report.revision, period }),
    onSettled: () => queries.invalidateQueries({ queryKey: api.reports.key }),
  })
  const current = changing.isPending ? changing.variables : report.period
  const periods = [...offered, ...(offered.some(one => keyOf(one) === keyOf(current)) ? [] : [current])]
  return (
    <NativeSelect
      className={styles.period}
      aria-label={t('reports.period')}
      value={keyOf(current)}
      disabled={changing.isPending}
      error={changing.error && <ProblemText error={changing.error} />}
      data={[
        ...periods.map(period => {
          const label = words.period(period)
          return { value: keyOf(period), label: label.charAt(0).toLocaleUpperCase(words.locale) + label.slice(1) }
        }),
        { value: otherDays, label: t('reports.otherDays') },
      ]}
      onChange={event => {
        const chosen = periods.find(period => keyOf(period) === event.currentTarget.value)
        if (chosen) changing.mutate(chosen)
        else onOther()
      }}
    />
  )
}
