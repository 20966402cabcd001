import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { CompanyState as State } from '#shared/dashboard/contract.ts'
import { calmFigures, type FigureKind, figureLists, listOfWeek, urgentFigures } from '#shared/dashboard/figures.ts'
import { administration } from '../administrationApi.ts'
import { useSite } from '../lib/site.ts'
import { useCompanyFormat } from '../shell/company.ts'
import { Section } from '../today/Section.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { PageSkeleton, useFormattedCount } from '../ui/page/PageHeader.tsx'
import styles from './Dashboard.module.css'
import { WeekTable } from './WeekTable.tsx'

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
