import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Submission } from '#shared/submissions/contract.ts'
import type { SentTask } from '#shared/tasks/contract.ts'
import { api } from '../api.ts'
import { Drafts } from '../filling/DraftList.tsx'
import { useAbility } from '../lib/ability.tsx'
import { useUser } from '../lib/session/session.ts'
import { taskTitle } from '../lib/taskTitle.ts'
import { useCompanyFormat } from '../shell/company.ts'
import { OwnTasks } from '../tasks/OwnTasks.tsx'
import { useFilledInTasks, useUnsentEnds } from '../tasks/queries.ts'
import { ScoreBadge } from '../ui/figures/ScoreFigure.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { ContentText, JoinedTexts } from '../ui/texts/ContentText.tsx'
import { GuidesToRead, ReviewQueue, type Row, RowList, Section } from './Section.tsx'
import styles from './Today.module.css'

/** Tasks to do, drafts, and done tasks; `others` is what waits in other companies. */
export function WorkerToday({ others }: { others: ReactNode }) {
  const can = useAbility()
  return (
    <div className={styles.columns}>
      <div className={styles.aside}>
        <OwnTasks />
        {others}
      </div>
      <div className={styles.aside}>
        <GuidesToRead />
        {can('review', 'Submission') && <ReviewQueue />}
        <Drafts />
        <DoneToday />
      </div>
    </div>
  )
}

/** `at` is null for what is on its way at this moment. */
type Done = Omit<Row, 'text'> & { at: string | number | null; about?: string[] }

/** What the person did today: tasks, and forms that no task asked for. What the server does not have yet says so. */
function DoneToday() {
  const { t } = useTranslation()
  const format = useCompanyFormat()
  const user_id = useUser()?.id ?? 0
  const today = format.dayOf(Date.now())
  const tasks = useQuery(api.tasks.sent.query({ state: 'done', sort: '-completed_at', per_page: 50 }))
  const submissions = useQuery(
    api.submissions.list.query({ status: 'complete', user_id, from: today, sort: '-completed_at', per_page: 50 }),
  )
  const unsent = useUnsentEnds().filter(({ how }) => how === 'complete')
  const filledIn = useFilledInTasks()

  const byId = new Map(submissions.data?.data.map(submission => [submission.id, submission]))
  const done = (tasks.data?.data ?? []).filter(sent => sent.completed_at && format.dayOf(sent.completed_at) === today)
  const ofTasks = new Set(done.map(sent => sent.submission_id))

  const rows: Done[] = [
    ...[
      ...unsent.map(({ sent_id: id, title, ended_at: at }) => ({ id, title, at })),
      ...filledIn.map(sent => ({ ...sent, at: null })),
    ].map(({ id, title, at }) => ({
      key: `task ${id}`,
      at,
      to: `/tasks/${id}`,
      title: <bdi>{title}</bdi>,
      end: <StatusBadge status="attention">{t('today.unsent')}</StatusBadge>,
    })),
    ...done.map(sent => taskRow(sent, byId.get(sent.submission_id ?? 0))),
    ...[...byId.values()].filter(({ id }) => !ofTasks.has(id)).map(submissionRow),
  ]
  if (rows.length === 0) return null
  // Of what stands there twice for a moment, the server's word counts.
  const latestFirst = [...new Map(rows.map(row => [row.key, row])).values()].sort(byTime)
  return (
    <Section title={t('today.done')}>
      <RowList
        rows={latestFirst.map(({ at, about = [], ...row }) => ({
          ...row,
          text: <JoinedTexts texts={[at ? format.time(at) : null, ...about]} />,
        }))}
      />
    </Section>
  )
}

const timeOf = ({ at }: Done) => (at === null ? Number.POSITIVE_INFINITY : new Date(at).getTime())
const byTime = (one: Done, other: Done) => timeOf(other) - timeOf(one) || 0
const namesOf = ({ subjects }: SentTask | Submission) => subjects.map(({ name }) => name)

const taskRow = (sent: SentTask, submission: Submission | undefined): Done => ({
  key: `task ${sent.id}`,
  at: sent.completed_at ?? '',
  to: submission ? `/submission/view/${submission.id}` : `/tasks/${sent.id}`,
  title: <bdi>{taskTitle(sent)}</bdi>,
  about: namesOf(sent),
  end: submission && <ScoreBadge submission={submission} />,
})

const submissionRow = (submission: Submission): Done => ({
  key: `submission ${submission.id}`,
  at: submission.completed_at ?? '',
  to: `/submission/view/${submission.id}`,
  title: <ContentText text={submission.form_name} />,
  about: namesOf(submission),
  end: <ScoreBadge submission={submission} />,
})
