import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Dashboard, DashboardCompany } from '#shared/dashboard/contract.ts'
import { companyStates, listOfWeek, urgentStates } from '#shared/dashboard/figures.ts'
import { administration } from '../administrationApi.ts'
import { useFormat } from '../lib/format.ts'
import { PlanState } from '../plans/PlanState.tsx'
import { HealthNotice } from '../system/HealthNotice.tsx'
import { GateDrawing } from '../ui/drawings/GateDrawing.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { type Column, DataTable } from '../ui/list/DataTable.tsx'
import { FilterChip, ListFilter } from '../ui/list/Filters.tsx'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { ListToolbar } from '../ui/list/ListToolbar.tsx'
import { type List, useList } from '../ui/list/useList.ts'
import { PathLink } from '../ui/PathLink.tsx'
import { PageHeader, PageSkeleton } from '../ui/page/PageHeader.tsx'
import { ContentText, LocalTime } from '../ui/texts/ContentText.tsx'
import { WeekTable } from './CompanyState.tsx'
import styles from './Dashboard.module.css'

/** All companies for the platform's admins: what needs attention, how much is done, then the companies. */
export function DashboardPage() {
  const { t } = useTranslation()
  const read = useQuery(administration.dashboard.get.query({}))
  const list = useList(administration.dashboard.companies)
  const columns = useColumns()
  if (read.error && !read.data) return <ErrorState error={read.error} onRetry={read.refetch} />
  if (!read.data) return <PageSkeleton />
  return (
    <>
      <PageHeader title={t('dashboard.title')} />
      <HealthNotice />
      <Numbers dashboard={read.data} />
      <Weeks weeks={read.data.weeks} />
      <section aria-labelledby="dashboard-companies">
        <h2 id="dashboard-companies" className={styles.heading}>
          {t('dashboard.companies')}
        </h2>
        <ListToolbar list={list}>
          <ListFilter
            list={list}
            name="state"
            label={t('dashboard.state')}
            all={t('dashboard.all')}
            choices={companyStates.map(value => ({ value, label: t(`dashboard.states.${value}`) }))}
          />
          <WeekChip list={list} />
        </ListToolbar>
        <DataTable
          label={t('dashboard.companies')}
          list={list}
          columns={columns}
          href={({ id }) => `/company/list/${id}`}
          empty={
            <ListEmpty
              list={list}
              filters={['state', 'from', 'to']}
              drawing={<GateDrawing />}
              title={t('dashboard.empty')}
              text={t('dashboard.calm')}
            />
          }
        />
      </section>
    </>
  )
}

/** The week whose number led here. */
function WeekChip({ list }: { list: List<DashboardCompany> }) {
  const format = useFormat()
  const { from, to } = list.search as { from?: string; to?: string }
  if (!from || !to) return null
  return (
    <FilterChip
      text={`${format.day(from, short)} – ${format.day(to, short)}`}
      onRemove={() => list.change({ from: undefined, to: undefined })}
    />
  )
}

const short = { day: 'numeric', month: 'short' } as const

function Numbers({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation()
  const format = useFormat()
  const isCalm = urgentStates.every(state => dashboard.states[state] === 0)
  const week = dashboard.weeks.at(-1)
  const rest = companyStates.filter(state => !urgentStates.includes(state))
  return (
    <>
      <h2 className={styles.heading}>{t('dashboard.needsYou')}</h2>
      {isCalm ? (
        <p className={styles.calm}>{t('dashboard.calm')}</p>
      ) : (
        <dl className={styles.numbers}>
          {urgentStates.map(state => (
            <Figure
              key={state}
              label={t(`dashboard.states.${state}`)}
              value={dashboard.states[state]}
              href={`/dashboard?state=${state}`}
            />
          ))}
        </dl>
      )}
      <h2 className={styles.heading}>{t('dashboard.howMuch')}</h2>
      <dl className={styles.numbers}>
        <Figure label={t('dashboard.companies')} value={dashboard.companies} href="/company/list" />
        {rest.map(state => (
          <Figure
            key={state}
            label={t(`dashboard.states.${state}`)}
            value={dashboard.states[state]}
            href={`/dashboard?state=${state}`}
          />
        ))}
        <Figure label={t('dashboard.people')} value={dashboard.people} href="/users" />
        <Figure
          label={t('dashboard.submissions')}
          value={dashboard.submissions}
          href={listOfWeek(week ?? { from: '', to: '' })}
          note={t('dashboard.before', { value: format.number(dashboard.submissions_before) })}
        />
      </dl>
    </>
  )
}

function Figure({ label, value, href, note }: { label: string; value: number; href: string; note?: string }) {
  const format = useFormat()
  return (
    <div className={styles.number}>
      <dt>{label}</dt>
      <dd>
        <PathLink href={href} className={styles.link}>
          {format.number(value)}
        </PathLink>
        {note && <small>{note}</small>}
      </dd>
    </div>
  )
}

/** Submissions week by week: a bar in each row of a table. */
function Weeks({ weeks }: { weeks: Dashboard['weeks'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <details className={styles.weeks} open>
      <summary>{t('dashboard.weeks')}</summary>
      <WeekTable
        weeks={weeks}
        submissions={t('dashboard.submissions')}
        more={[
          {
            key: 'companies',
            title: t('dashboard.companies'),
            cell: ({ from, to, companies }) => (
              <PathLink href={`/dashboard?from=${from}&to=${to}`} className={styles.link}>
                {format.number(companies)}
              </PathLink>
            ),
            numeric: true,
          },
        ]}
      />
    </details>
  )
}

function useColumns(): Column<DashboardCompany>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    { key: 'name', title: t('companies.name'), cell: ({ name }) => <bdi>{name}</bdi> },
    {
      key: 'plan',
      title: t('companies.plan'),
      cell: ({ plan }) =>
        plan ? (
          <>
            <ContentText text={plan.name} /> <PlanState isCurrent isExpired={plan.is_expired} isTrial={plan.is_trial} />{' '}
            {plan.end_date && format.date(plan.end_date)}
          </>
        ) : (
          t('companies.noPlan')
        ),
      width: '20rem',
    },
    {
      key: 'members',
      title: t('companies.memberCount'),
      cell: ({ member_count }) => format.number(member_count),
      numeric: true,
      width: '8rem',
    },
    {
      key: 'submissions',
      title: t('dashboard.lastMonth'),
      cell: ({ submissions }) => format.number(submissions),
      numeric: true,
      width: '10rem',
    },
    {
      key: 'last',
      title: t('dashboard.last'),
      cell: ({ last_submission_at }) =>
        last_submission_at ? <LocalTime value={last_submission_at} as="relative" /> : t('dashboard.never'),
      width: '10rem',
      wideOnly: true,
    },
  ]
}
