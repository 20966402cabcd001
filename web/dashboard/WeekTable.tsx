import { useTranslation } from 'react-i18next'
import { listOfWeek } from '#shared/dashboard/figures.ts'
import { useFormat } from '../lib/format.ts'
import { type FigureColumn, FigureTable } from '../ui/figures/FigureTable.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import styles from './Dashboard.module.css'

type Week = { from: string; to: string; submissions: number }

/** Weeks with a bar of what was filled in, its number, and further columns. */
export function WeekTable<Row extends Week>(props: { weeks: Row[]; submissions: string; more: FigureColumn<Row>[] }) {
  const { weeks, submissions, more } = props
  const { t } = useTranslation()
  const format = useFormat()
  const most = Math.max(1, ...weeks.map(week => week.submissions))
  const short = { day: 'numeric', month: 'short' } as const
  return (
    <FigureTable
      rows={weeks}
      keyOf={({ from }) => from}
      columns={[
        {
          key: 'week',
          title: t('dashboard.week'),
          cell: ({ from, to }) => `${format.day(from, short)} – ${format.day(to, short)}`,
        },
        {
          key: 'bar',
          className: styles.line,
          cell: week => <span className={styles.bar} style={{ inlineSize: `${(week.submissions * 100) / most}%` }} />,
        },
        {
          key: 'submissions',
          title: submissions,
          cell: ({ from, to, submissions }) => (
            <PathLink href={listOfWeek({ from, to })} className={styles.link}>
              {format.number(submissions)}
            </PathLink>
          ),
          numeric: true,
        },
        ...more,
      ]}
    />
  )
}
