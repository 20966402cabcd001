import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { NamedSubject, SubjectRef } from '#shared/subjects/contract.ts'
import { registry, type SubjectFilter } from '#shared/subjects/registry.ts'
import type { Submission } from '#shared/submissions/contract.ts'
import { api } from '../api.ts'
import { FindingList } from '../findings/FindingList.tsx'
import { useAbility } from '../lib/ability.tsx'
import { useUser } from '../lib/session/session.ts'
import { ScoreBadge } from '../submissions/ScoreBadge.tsx'
import { TasksAtHand } from '../tasks/TasksAtHand.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { PhotoThumb } from '../ui/PhotoThumb.tsx'
import { ContentText } from '../ui/texts/ContentText.tsx'
import { LocalTime } from '../ui/texts/LocalTime.tsx'
import styles from './SubjectWork.module.css'
import { TaskLines } from './TaskLines.tsx'

const shown = 5
const shownPhotos = 6

type Props = { about: NamedSubject; lastChecked: string | null }

/** What goes on about one thing: when it was looked at last and what that showed, what is open. Each part is for those who may read it. */
export function SubjectWork({ about, lastChecked }: Props) {
  const { t } = useTranslation()
  const can = useAbility()
  const id = useId()
  const narrowed = { ...aboutFilter(about), per_page: shown } as const
  const found = useQuery({ ...api.findings.list.query(narrowed), enabled: can('read', 'Finding') })
  const latest = useQuery({
    ...api.submissions.list.query({ ...narrowed, status: 'complete', sort: '-completed_at' }),
    enabled: can('read', 'Submission'),
  })
  const [last] = latest.data?.data ?? []
  return (
    <section className={styles.work} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {t('common.lastChecked')}:{' '}
        {lastChecked ? <LocalTime value={lastChecked} as="relative" /> : t('common.neverChecked')}
      </h2>
      {last && <LastCheck submission={last} />}
      {found.data && found.data.data.length > 0 && (
        <Part title={t('today.findings', { count: found.data.meta.total })}>
          <FindingList findings={found.data.data} label={t('findings.title')} />
        </Part>
      )}
      {(can('read', 'Task') || can('read', 'SentTask')) && <OpenTasks about={about} />}
    </section>
  )
}

/** What the last look came to, with its photos. */
function LastCheck({ submission }: { submission: Submission }) {
  const { t } = useTranslation()
  const detail = useQuery(api.submissions.get.query({ id: submission.id }))
  const photos = detail.data?.files.filter(file => file.content_type.startsWith('image/')).slice(0, shownPhotos) ?? []
  return (
    <div className={styles.last}>
      <PathLink href={`/submission/view/${submission.id}`}>
        <ContentText text={submission.form_name} />
      </PathLink>
      <ScoreBadge submission={submission} />
      {photos.length > 0 && (
        <div className={styles.photos}>
          {photos.map(({ uuid, path, name }, index) => (
            <PhotoThumb
              key={uuid}
              src={`/storage/${path}`}
              alt={t('submissions.photoOf', { number: String(index + 1), question: name })}
            />
          ))}
        </div>
      )}
    </div>
  )
}

function OpenTasks({ about }: { about: NamedSubject }) {
  const can = useAbility()
  const companyId = useUser()?.company_id ?? 0
  const wanted = { ...aboutFilter(about), state: 'open', sort: 'due_at', per_page: shown } as const
  const all = useQuery({ ...api.tasks.company.query({ id: companyId, ...wanted }), enabled: can('read', 'Task') })
  const own = useQuery({ ...api.tasks.sent.query(wanted), enabled: !can('read', 'Task') })
  const found = all.data ?? own.data
  // Without signal those that are kept here.
  if (!found) return (all.error ?? own.error) ? <TasksAtHand about={about} /> : null
  return <TaskLines tasks={found.data} total={found.meta.total} />
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.part}>
        {title}
      </h3>
      {children}
    </section>
  )
}

/** The filter by which lists of tasks, findings and submissions narrow to one record. */
const aboutFilter = ({ type, id }: SubjectRef): { [Name in SubjectFilter]?: number } => ({
  [registry[type].filter]: id,
})
