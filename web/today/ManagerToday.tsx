import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Submission } from '#shared/submissions/contract.ts'
import type { LatePerson, Today } from '#shared/today/contract.ts'
import { api } from '../api.ts'
import { Drafts } from '../filling/DraftList.tsx'
import { FindingList } from '../findings/FindingList.tsx'
import { useAbility } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import { useUser } from '../lib/session/session.ts'
import { siteKey, useSite } from '../lib/site.ts'
import { taskTitle } from '../lib/taskTitle.ts'
import { OwnTasks } from '../tasks/OwnTasks.tsx'
import { todayKey, useOwnTasks } from '../tasks/queries.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { FigureTable } from '../ui/figures/FigureTable.tsx'
import { ScoreBadge } from '../ui/figures/ScoreFigure.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { type Total, useFormattedCount } from '../ui/page/PageHeader.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { ContentText, LocalTime } from '../ui/texts/ContentText.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import scoreTrendStyles from './ScoreTrend.module.css'
import { GuidesToRead, ReviewQueue, RowList, reviewQueue, Section } from './Section.tsx'
import sectionStyles from './Today.module.css'
import { rated, TrendPicture } from './TrendPicture.tsx'

/**
 * Today for people who see the work of others: decisions first, then figures. Each part needs its permission.
 * `others` is what waits in other companies.
 */
export function ManagerToday({ others }: { others: ReactNode }) {
  const { t } = useTranslation()
  const can = useAbility()
  const id = useUser()?.company_id ?? 0
  // Below the key of tasks, so that each change of tasks refreshes it.
  const site = useSite()
  const today = useQuery({ ...api.today.get.at(site, {}), queryKey: [...todayKey, ...siteKey(site)] })

  const reviews = can('review', 'Submission')
  const waiting = useQuery({ ...reviewQueue(site), enabled: reviews })

  const needed = [today, ...(reviews ? [waiting] : [])]
  const failed = needed.find(query => !query.data && query.error)
  if (failed)
    return (
      <div className={sectionStyles.aside}>
        <ErrorState error={failed.error} onRetry={failed.refetch} />
        {others}
      </div>
    )
  if (!today.data || needed.some(query => !query.data)) return <TodaySkeleton />

  const { tasks, findings, submissions } = today.data
  const ofFindings = new Set(
    findings?.data.flatMap(({ open_task }) => open_task?.people.map(({ sent_task_id }) => sent_task_id) ?? []),
  )
  const isCalm = [tasks?.overdue, findings, waiting.data?.meta].every(part => !part?.total)
  const isFounder = can('update', 'Company') && can('create', 'Task') && id > 0
  return (
    <div className={sectionStyles.columns}>
      <div className={sectionStyles.aside}>
        {isFounder && submissions && <FirstSteps companyId={id} hasSubmission={submissions.has_completed} />}
        {isCalm && (
          <Section title={t('today.decisions')}>
            <p className={sectionStyles.calm}>{t('today.calm')}</p>
          </Section>
        )}
        {findings && <Findings findings={findings} />}
        {reviews && <ReviewQueue />}
        <GuidesToRead />
        {can('read', 'SentTask') && <TasksOfMine except={ofFindings} />}
        {tasks && <OverduePeople people={tasks.late_people} overdue={tasks.overdue} />}
        {others}
      </div>
      <div className={sectionStyles.aside}>
        {submissions && <ScoreTrend submissions={submissions.rated} />}
        {tasks && <TaskNumbers tasks={tasks} />}
        {can('create', 'Submission') && <Drafts />}
      </div>
    </div>
  )
}

/** The own tasks of a person who sees the work of others, except those of the findings above; there may be none. */
function TasksOfMine({ except }: { except: ReadonlySet<number> }) {
  const own = useOwnTasks()
  return own.data?.tasks.some(({ id }) => !except.has(id)) && <OwnTasks atFirst={3} except={except} />
}

function TodaySkeleton() {
  return (
    <div className={sectionStyles.columns} aria-busy="true">
      <Skeleton height={320} />
      <Skeleton height={320} />
    </div>
  )
}

/** Open findings, the worst and oldest first, with a link to all. */
function Findings({ findings }: { findings: NonNullable<Today['findings']> }) {
  const { t } = useTranslation()
  const inWords = useFormattedCount()
  const { data, total: count, total_is_lower_bound: isMore } = findings
  if (data.length === 0) return null
  const title = isMore ? t('findings.title') : t('today.findings', { count })
  const all = isMore ? t('today.allOfMore', { figure: inWords(findings) }) : t('today.allFindings', { count })
  return (
    <Section title={title} more={{ to: '/findings', text: all }}>
      <FindingList findings={data} label={title} />
    </Section>
  )
}

const states = ['open', 'overdue', 'done', 'skipped'] as const

/** Counts of tasks by state; each links to the tasks that it counts. */
function TaskNumbers({ tasks }: { tasks: NonNullable<Today['tasks']> }) {
  const { t } = useTranslation()
  const inWords = useFormattedCount()
  return (
    <Section title={t('today.numbers')}>
      <RowList
        rows={states.map(state => ({
          key: state,
          to: state === 'open' ? '/company/tasks' : `/company/tasks?state=${state}`,
          title: t(`tasks.filters.${state}`),
          end: <strong className="tabular">{inWords(tasks[state])}</strong>,
        }))}
      />
    </Section>
  )
}

/** People with overdue work, the longest overdue first. */
function OverduePeople({ people, overdue }: { people: LatePerson[]; overdue: Total }) {
  const { t } = useTranslation()
  const inWords = useFormattedCount()
  if (people.length === 0) return null
  const all = overdue.total_is_lower_bound
    ? t('today.allOfMore', { figure: inWords(overdue) })
    : t('today.allOverdue', { count: overdue.total })
  return (
    <Section title={t('today.overdue')} more={{ to: '/company/tasks?state=overdue', text: all }}>
      <RowList
        rows={people.map(({ user_id: id, user_name: name, overdue: count, oldest }) => ({
          key: id,
          to: `/company/tasks?state=overdue&user_id=${id}`,
          title: <bdi>{name}</bdi>,
          text: (
            <>
              <bdi>{t('today.oldest', { title: taskTitle(oldest) })}</bdi> ·{' '}
              <LocalTime value={oldest.due_at} as="relative" />
            </>
          ),
          end: <StatusBadge status="stop">{t('today.overdueCount', { count })}</StatusBadge>,
        }))}
      />
    </Section>
  )
}

const shown = 40

/** The scores of the latest submissions: a sentence, a picture, and the same as a table with the submissions behind it. */
function ScoreTrend({ submissions }: { submissions: Submission[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = useNavigate()
  const latest = submissions.flatMap(rated).slice(0, shown)
  if (latest.length < 2) return null
  const average = latest.reduce((sum, { score_percent }) => sum + score_percent, 0) / latest.length
  const sentence = t('today.trendText', { count: latest.length, average: format.percent(average / 100) })
  return (
    <Section
      title={t('today.trend')}
      more={{ to: '/submission/filled?status=complete', text: t('today.allSubmissions') }}
    >
      <div className={scoreTrendStyles.frame}>
        <p className={scoreTrendStyles.sentence}>{sentence}</p>
        <TrendPicture
          submissions={latest.toReversed()}
          label={sentence}
          onOpen={id => navigate({ href: `/submission/view/${id}` })}
        />
        <details className={scoreTrendStyles.details}>
          <summary>{t('today.asTable')}</summary>
          <FigureTable
            label={t('today.trend')}
            rows={latest}
            keyOf={({ id }) => id}
            columns={[
              {
                key: 'form',
                title: t('submissions.form'),
                cell: ({ id, form_name }) => (
                  <PathLink href={`/submission/view/${id}`}>
                    <ContentText text={form_name} />
                  </PathLink>
                ),
              },
              {
                key: 'completed',
                title: t('submissions.completed'),
                cell: ({ completed_at }) => <LocalTime value={completed_at} as="date" />,
              },
              {
                key: 'score',
                title: t('submissions.score'),
                cell: submission => <ScoreBadge submission={submission} />,
                numeric: true,
              },
            ]}
          />
        </details>
      </div>
    </Section>
  )
}
