import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { CompanyState as State } from '#shared/dashboard/contract.ts'
import { calmFigures, type FigureKind, figureLists, listOfWeek, urgentFigures } from '#shared/dashboard/figures.ts'
import { administration } from '../administrationApi.ts'
import { useFormat } from '../lib/format.ts'
import { useSite } from '../lib/site.ts'
import { useCompanyFormat } from '../shell/company.ts'
import { Section } from '../today/Section.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { type FigureColumn, FigureTable } from '../ui/figures/FigureTable.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { PageSkeleton, useFormattedCount } from '../ui/page/PageHeader.tsx'
import styles from './Dashboard.module.css'

/**
 * State of the company for its managers: what needs attention, then twelve weeks, then totals. Every number is a link.
 */
export function CompanyState() {
  const { t } = useTranslation()
  const { data: state, error, refetch } = useQuery(administration.dashboard.own.at(useSite(), {}))
  if (error && !state) return <ErrorState error={error} onRetry={refetch} />
  if (!state) return <PageSkeleton />
  const urgent = rowsOf(state, urgentFigures).filter(({ total }) => total > 0)
  return (
    <div className={styles.state}>
      <Section title={t('dashboard.own.needs')}>
        {urgent.length > 0 ? <Figures figures={urgent} /> : <p className={styles.calm}>{t('dashboard.own.calm')}</p>}
      </Section>
      {state.weeks && <Trend weeks={state.weeks} />}
      <Section title={t('dashboard.own.much')}>
        <Figures figures={rowsOf(state, calmFigures)} />
      </Section>
    </div>
  )
}

const rowsOf = ({ figures }: State, kinds: object) => figures.filter(({ kind }) => kind in kinds)

function Figures({ figures }: { figures: State['figures'] }) {
  const { t } = useTranslation()
  const inWords = useFormattedCount()
  return (
    <dl className={styles.numbers}>
      {figures.map(figure => (
        <div key={figure.kind} className={styles.number}>
          <dt>{t(`dashboard.own.figures.${figure.kind satisfies FigureKind}`)}</dt>
          <dd>
            <PathLink href={figureLists[figure.kind]} className={styles.link}>
              {inWords(figure)}
            </PathLink>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Week by week what was filled in, what of it must be acted on, and how it came out. */
function Trend({ weeks }: { weeks: NonNullable<State['weeks']> }) {
  const { t } = useTranslation()
  const format = useCompanyFormat()
  return (
    <Section title={t('dashboard.own.trend')}>
      <WeekTable
        weeks={weeks}
        submissions={t('dashboard.own.submissions')}
        more={[
          {
            key: 'act',
            title: t('dashboard.own.act'),
            cell: week => (
              <PathLink href={listOfWeek(week, 'act')} className={styles.link}>
                {format.number(week.act)}
              </PathLink>
            ),
            numeric: true,
          },
          {
            key: 'average',
            title: t('dashboard.own.average'),
            cell: ({ average }) => (average === null ? '–' : format.percent(average / 100)),
            numeric: true,
          },
        ]}
      />
    </Section>
  )
}

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
