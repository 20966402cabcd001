import { Button } from '@mantine/core'
import { IconUserShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SentTask } from '#shared/tasks/contract.ts'
import { api } from '../api.ts'
import { Helpers } from '../helpers/Helpers.tsx'
import { useAbility } from '../lib/ability.tsx'
import { useUser } from '../lib/session/session.ts'
import { taskTitle } from '../lib/taskTitle.ts'
import { RequestOfTask } from '../passes/EvidenceRequests.tsx'
import { useCompanyFormat } from '../shell/company.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { PageHeader, PageSkeleton } from '../ui/page/PageHeader.tsx'
import { FieldList } from '../ui/row/FieldList.tsx'
import { ContentText } from '../ui/texts/ContentText.tsx'
import { cachedTasks } from './cachedQueries.ts'
import { GiveSheet } from './company/GiveSheet.tsx'
import { JustEnded } from './completion/EndedRow.tsx'
import { withCompletion } from './completion/pendingCompletions.ts'
import { TaskActions } from './completion/TaskActions.tsx'
import { Correction } from './correction/Correction.tsx'
import { DueTime, TaskState, useNow } from './DueTime.tsx'
import { useTaskEnds } from './queries.ts'
import { OriginLink, SubjectLinks } from './SubjectLinks.tsx'
import { OriginPhotos, ProofPhotos } from './TaskCard.tsx'
import styles from './Tasks.module.css'
import { isOpen as canBeEnded, stateOf } from './taskState.ts'

/** One person's task. */
export function TaskPage() {
  const { t } = useTranslation()
  const format = useCompanyFormat()
  const now = useNow()
  const ends = useTaskEnds()
  const can = useAbility()
  const [isReassigning, setReassigning] = useState(false)
  const id = Number(useParams({ from: '/shell/tasks/$id' }).id)
  const query = useQuery({
    ...api.tasks.getSent.query({ id }),
    // Without a connection, the copy that the list was shown from; it is replaced as soon as the server answers.
    placeholderData: () => cachedTasks()?.tasks.find(task => task.id === id),
  })

  if (!query.data) return query.error ? <ErrorState error={query.error} onRetry={query.refetch} /> : <PageSkeleton />
  const own = ends.filter(end => end.sent_id === id)
  const sent = withCompletion(query.data, own)
  const state = stateOf(sent, now)
  const isOpen = canBeEnded(sent)
  const isDoneByOther = sent.is_done_by_other || sent.completed_by !== sent.user_id
  const photosHere = own.flatMap(({ photos }) => photos ?? []).length
  const waiting = (count: number) => count > 0 && t('tasks.proofPhotosWait', { count })
  return (
    <>
      <PageHeader
        title={taskTitle(sent)}
        back={{ to: '/tasks', text: t('today.title') }}
        actions={
          isOpen && (
            <>
              {can('update', 'Task') && (
                <Button
                  variant="default"
                  leftSection={<IconUserShare size={20} />}
                  onClick={() => setReassigning(true)}
                >
                  {t('tasks.reassign')}
                </Button>
              )}
              <TaskActions sent={sent} />
            </>
          )
        }
      >
        {state === 'open' || !isOpen ? <TaskState state={state} /> : <DueTime sent={sent} now={now} />}
      </PageHeader>
      <JustEnded ends={own} />
      <OriginPhotos sent={sent} />
      <FieldList
        fields={[
          { label: t('tasks.description'), value: sent.description && <bdi>{sent.description}</bdi> },
          {
            label: t('tasks.due'),
            value: (
              <>
                <time dateTime={sent.due_at}>{format.dateTime(sent.due_at)}</time>
                {format.isElsewhere && ` (${format.timeZone})`}
              </>
            ),
          },
          { label: t('tasks.person'), value: <bdi>{sent.user_name}</bdi> },
          {
            label: t('tasks.subjects'),
            value: sent.subjects[0] && <SubjectLinks subjects={sent.subjects} />,
          },
          { label: t('tasks.form'), value: sent.form_name && <ContentText text={sent.form_name} /> },
          {
            label: t('tasks.guide'),
            value: sent.guide_title && (
              <PathLink href={`/guides/${sent.guide_id}`}>
                <ContentText text={sent.guide_title} />
              </PathLink>
            ),
          },
          { label: t('tasks.priority'), value: t(`tasks.priorities.${sent.priority}`) },
          {
            label: t('tasks.origin'),
            value: sent.origin_submission_id && <OriginLink submissionId={sent.origin_submission_id} />,
          },
          {
            label: t('tasks.submission'),
            value: sent.is_completed && sent.submission_id && (
              <PathLink href={`/submission/view/${sent.submission_id}`}>{t('tasks.openSubmission')}</PathLink>
            ),
          },
          // Copies of earlier versions know nothing of it.
          { label: t('tasks.correction.asksAfter'), value: sent.verifies && <bdi>{taskTitle(sent.verifies)}</bdi> },
          { label: t('tasks.repeat.legend'), value: sent.recurrence && t('tasks.partOfSeries') },
          {
            label: t('tasks.doneByWhom'),
            value: isDoneByOther && sent.completed_by_name && <bdi>{sent.completed_by_name}</bdi>,
          },
          { label: t('tasks.note'), value: sent.note && <bdi>{sent.note}</bdi> },
          {
            label: t('tasks.proofPhotos'),
            // Copies of earlier versions know of none.
            value: sent.proof_photos?.length ? <ProofPhotos photos={sent.proof_photos} /> : waiting(photosHere),
          },
          { label: t('tasks.finding'), value: findingStage(sent, t) },
          { label: t('tasks.skippedReason'), value: sent.skipped_reason && <bdi>{sent.skipped_reason}</bdi> },
        ]}
      />
      {sent.kind === 'corrective' && <Correction sent={sent} />}
      {sent.kind === 'information' && can('read', 'Pass') && <RequestOfTask taskId={sent.task_id} />}
      <Helpers sent={sent} />
      <TaskHistory sent={sent} />
      {isReassigning && <GiveSheet sentTaskIds={[sent.id]} onClosed={() => setReassigning(false)} />}
    </>
  )
}

/** How far the finding of a corrective task is, once its work is over. */
function findingStage({ origin_stage, origin_end }: SentTask, t: TFunction): string | false {
  // Copies of earlier versions know nothing of it.
  if (origin_end) return t(`findings.ends.${origin_end}`)
  return origin_stage === 'done' && t('findings.toBeRechecked')
}

/** What happened to a task, in order. */
function TaskHistory({ sent }: { sent: SentTask }) {
  const { t } = useTranslation()
  const format = useCompanyFormat()
  const me = useUser()
  const completer =
    sent.completed_by_name ??
    (sent.completed_by === sent.user_id ? sent.user_name : sent.completed_by === me?.id ? me?.name : null)
  const events: [string, string | null][] = [
    [t('tasks.history.sent', { name: sent.user_name }), sent.starts_at],
    [t('tasks.history.seen'), sent.seen_at],
    [completer ? t('tasks.history.doneBy', { name: completer }) : t('tasks.history.done'), sent.completed_at],
    [t('tasks.history.skipped'), sent.skipped_at],
  ]
  const happened = events.flatMap(([text, at]) => (at ? [{ text, at }] : []))
  return (
    <section aria-labelledby="task-history" className={styles.section}>
      <h2 id="task-history" className={styles.taskHistoryHeading}>
        {t('tasks.history.title')}
      </h2>
      <ol className={styles.events}>
        {happened.map(({ text, at }) => (
          <li key={text} className={styles.event}>
            <span>{text}</span>
            <time dateTime={at} className={styles.time}>
              {format.dateTime(at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  )
}
