import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SentTask } from '#shared/tasks/contract.ts'
import { findingsApi } from '../findings/api.ts'
import { useAbility } from '../lib/ability.tsx'
import { useUser } from '../lib/session/session.ts'
import { submissionsApi } from '../submissions/api.ts'
import { tasksApi } from '../tasks/api.ts'
import { OwnTasks } from '../tasks/OwnTasks.tsx'
import { useOwnTasks } from '../tasks/queries.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { CorrectiveTasks } from './CorrectiveTasks.tsx'
import { Findings } from './Findings.tsx'
import { OverduePeople } from './OverduePeople.tsx'
import { ReviewQueue, reviewQueue } from './ReviewQueue.tsx'
import { ScoreTrend } from './ScoreTrend.tsx'
import sectionStyles from './Section.module.css'
import { Section } from './Section.tsx'
import { TaskNumbers } from './TaskNumbers.tsx'
import styles from './Today.module.css'

const FirstSteps = lazyPart(() => import('./FirstSteps.tsx').then(part => part.FirstSteps))
const Drafts = lazyPart(() => import('../filling/Drafts.tsx').then(part => part.Drafts))

/** For whoever sees what others do: what needs a decision, then how things are going. Each part is for those who may read it. */
export function ManagerToday() {
  const { t } = useTranslation()
  const can = useAbility()
  const [readsTasks, readsSubmissions] = [can('read', 'Task'), can('read', 'Submission')]
  const readsFindings = can('read', 'Finding')
  const id = useUser()?.company_id ?? 0
  const overdue = useQuery({
    ...tasksApi.company.query({ id, state: 'overdue', sort: 'due_at', per_page: 100 }),
    enabled: readsTasks,
  })
  const open = useQuery({
    ...tasksApi.company.query({ id, state: 'open', sort: 'due_at', per_page: 100 }),
    enabled: readsTasks,
  })
  const recent = useQuery({
    ...submissionsApi.list.query({ status: 'complete', sort: '-completed_at', per_page: 100 }),
    enabled: readsSubmissions,
  })

  const found = useQuery({ ...findingsApi.list.query({ per_page: 5 }), enabled: readsFindings })

  const reviews = can('review', 'Submission')
  const waiting = useQuery({ ...reviewQueue, enabled: reviews })

  const needed = [
    ...(readsTasks ? [overdue, open] : []),
    ...(readsSubmissions ? [recent] : []),
    ...(readsFindings ? [found] : []),
    ...(reviews ? [waiting] : []),
  ]
  const failed = needed.find(query => !query.data && query.error)
  if (failed) return <ErrorState error={failed.error} onRetry={failed.refetch} />
  if (needed.some(query => !query.data)) return <TodaySkeleton />

  const corrective = open.data?.data.filter(isCorrective) ?? []
  const isCalm =
    (overdue.data?.meta.total ?? 0) +
      corrective.length +
      (found.data?.meta.total ?? 0) +
      (waiting.data?.meta.total ?? 0) ===
    0
  const isFounder = can('update', 'Company') && can('create', 'Task') && id > 0
  return (
    <div className={styles.columns}>
      <div className={styles.aside}>
        {isFounder && recent.data && <FirstSteps companyId={id} hasSubmission={recent.data.meta.total > 0} />}
        {isCalm && (
          <Section title={t('today.decisions')}>
            <p className={sectionStyles.calm}>{t('today.calm')}</p>
          </Section>
        )}
        {found.data && <Findings findings={found.data} />}
        {reviews && <ReviewQueue />}
        {can('read', 'SentTask') && <TasksOfMine />}
        {overdue.data && <OverduePeople overdue={overdue.data} />}
        <CorrectiveTasks tasks={corrective} />
      </div>
      <div className={styles.aside}>
        {recent.data && <ScoreTrend submissions={recent.data.data} />}
        {open.data && overdue.data && <TaskNumbers open={open.data.meta.total} overdue={overdue.data.meta.total} />}
        {can('create', 'Submission') && <Drafts />}
      </div>
    </div>
  )
}

const isCorrective = (sent: SentTask) => sent.origin_submission_id !== null

/** Whoever sees what others do has some tasks too, or none. */
function TasksOfMine() {
  const own = useOwnTasks()
  return own.data && own.data.tasks.length > 0 && <OwnTasks atFirst={3} />
}

function TodaySkeleton() {
  return (
    <div className={styles.columns} aria-busy="true">
      <Skeleton height={320} />
      <Skeleton height={320} />
    </div>
  )
}
