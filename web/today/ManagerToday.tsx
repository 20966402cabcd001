import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { useUser } from '../lib/session/session.ts'
import { OwnTasks } from '../tasks/OwnTasks.tsx'
import { todayKey, useOwnTasks } from '../tasks/queries.ts'
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
  const id = useUser()?.company_id ?? 0
  // Among what is known of tasks, so that whatever changes these brings it up to date.
  const today = useQuery({ ...api.today.get.query({}), queryKey: todayKey })

  const reviews = can('review', 'Submission')
  const waiting = useQuery({ ...reviewQueue, enabled: reviews })

  const needed = [today, ...(reviews ? [waiting] : [])]
  const failed = needed.find(query => !query.data && query.error)
  if (failed) return <ErrorState error={failed.error} onRetry={failed.refetch} />
  if (!today.data || needed.some(query => !query.data)) return <TodaySkeleton />

  const { tasks, findings, submissions } = today.data
  const isCalm = [tasks?.overdue, tasks?.corrective, findings, waiting.data?.meta].every(part => !part?.total)
  const isFounder = can('update', 'Company') && can('create', 'Task') && id > 0
  return (
    <div className={styles.columns}>
      <div className={styles.aside}>
        {isFounder && submissions && <FirstSteps companyId={id} hasSubmission={submissions.has_completed} />}
        {isCalm && (
          <Section title={t('today.decisions')}>
            <p className={sectionStyles.calm}>{t('today.calm')}</p>
          </Section>
        )}
        {findings && <Findings findings={findings} />}
        {reviews && <ReviewQueue />}
        {can('read', 'SentTask') && <TasksOfMine />}
        {tasks && <OverduePeople people={tasks.late_people} overdue={tasks.overdue} />}
        {tasks && <CorrectiveTasks corrective={tasks.corrective} />}
      </div>
      <div className={styles.aside}>
        {submissions && <ScoreTrend submissions={submissions.rated} />}
        {tasks && <TaskNumbers tasks={tasks} />}
        {can('create', 'Submission') && <Drafts />}
      </div>
    </div>
  )
}

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
