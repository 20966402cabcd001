import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCompanyFormat } from '../companies/queries.ts'
import { api } from '../lib/api.ts'
import { ContentText } from '../ui/ContentText.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { FieldList } from '../ui/FieldList.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { PageSkeleton } from '../ui/PageSkeleton.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { DueTime } from './DueTime.tsx'
import { JustEnded } from './JustEnded.tsx'
import { OriginLink } from './OriginLink.tsx'
import { useTaskEnds } from './queries.ts'
import { SubjectLinks } from './SubjectLinks.tsx'
import { TaskActions } from './TaskActions.tsx'
import { TaskHistory } from './TaskHistory.tsx'
import { TaskState } from './TaskState.tsx'
import { cachedTasks } from './taskCache.ts'
import { withEnd } from './taskEnds.ts'
import { stateOf } from './taskState.ts'
import { useNow } from './useNow.ts'

/** One person's task. */
export function TaskPage() {
  const { t } = useTranslation()
  const format = useCompanyFormat()
  const now = useNow()
  const ends = useTaskEnds()
  const id = Number(useParams({ from: '/shell/tasks/$id' }).id)
  const query = useQuery({
    ...api.tasks.getSent.query({ id }),
    // Without a connection, the copy that the list was shown from; it is replaced as soon as the server answers.
    placeholderData: () => cachedTasks()?.tasks.find(task => task.id === id),
  })

  if (!query.data) return query.error ? <ErrorState error={query.error} onRetry={query.refetch} /> : <PageSkeleton />
  const own = ends.filter(end => end.id === id)
  const sent = withEnd(query.data, own)
  const state = stateOf(sent, now)
  const isOpen = !sent.is_completed && !sent.is_skipped
  return (
    <>
      <PageHeader
        title={sent.title}
        back={{ to: '/tasks', text: t('today.title') }}
        actions={isOpen && <TaskActions sent={sent} />}
      >
        {state === 'open' || !isOpen ? <TaskState state={state} /> : <DueTime sent={sent} now={now} />}
      </PageHeader>
      <JustEnded ends={own} />
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
          { label: t('tasks.skippedReason'), value: sent.skipped_reason && <bdi>{sent.skipped_reason}</bdi> },
        ]}
      />
      <TaskHistory sent={sent} />
    </>
  )
}
