import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SentTask } from '#shared/tasks/contract.ts'
import { api } from '../lib/api.ts'
import { useUser } from '../lib/session.ts'
import { OwnTasks } from '../tasks/OwnTasks.tsx'
import { useOwnTasks } from '../tasks/queries.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { CorrectiveTasks } from './CorrectiveTasks.tsx'
import { Findings } from './Findings.tsx'
import { findingsOf } from './findingsOf.ts'
import { OverduePeople } from './OverduePeople.tsx'
import { ScoreTrend } from './ScoreTrend.tsx'
import sectionStyles from './Section.module.css'
import { Section } from './Section.tsx'
import { TaskNumbers } from './TaskNumbers.tsx'
import styles from './Today.module.css'

const Drafts = lazyPart(() => import('../filling/Drafts.tsx').then(part => part.Drafts))

/** What needs a decision, then how things are going. */
export function ManagerToday() {
  const { t } = useTranslation()
  const id = useUser()?.company_id ?? 0
  const own = useOwnTasks()
  const overdue = useQuery(api.tasks.company.query({ id, state: 'overdue', sort: 'due_at', per_page: 100 }))
  const open = useQuery(api.tasks.company.query({ id, state: 'open', sort: 'due_at', per_page: 100 }))
  const recent = useQuery(api.submissions.list.query({ status: 'complete', sort: '-completed_at', per_page: 100 }))

  const failed = [overdue, open, recent].find(query => !query.data && query.error)
  if (failed) return <ErrorState error={failed.error} onRetry={failed.refetch} />
  if (!overdue.data || !open.data || !recent.data) return <TodaySkeleton />

  const corrective = open.data.data.filter(isCorrective)
  const findings = findingsOf(recent.data.data, corrective)
  const isCalm = overdue.data.meta.total + corrective.length + findings.length === 0
  return (
    <div className={styles.columns}>
      <div className={styles.aside}>
        {isCalm && (
          <Section title={t('today.decisions')}>
            <p className={sectionStyles.calm}>{t('today.calm')}</p>
          </Section>
        )}
        <Findings findings={findings} />
        {own.data && own.data.tasks.length > 0 && <OwnTasks atFirst={3} />}
        <OverduePeople overdue={overdue.data} />
        <CorrectiveTasks tasks={corrective} />
      </div>
      <div className={styles.aside}>
        <ScoreTrend submissions={recent.data.data} />
        <TaskNumbers open={open.data.meta.total} overdue={overdue.data.meta.total} />
        <Drafts />
      </div>
    </div>
  )
}

const isCorrective = (sent: SentTask) => sent.origin_submission_id !== null

function TodaySkeleton() {
  return (
    <div className={styles.columns} aria-busy="true">
      <Skeleton height={320} />
      <Skeleton height={320} />
    </div>
  )
}
