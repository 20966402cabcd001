import { useQueries, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { NamedSubject, SubjectRef } from '#shared/subjects/contract.ts'
import { registry, type SubjectFilter } from '#shared/subjects/registry.ts'
import type { Submission } from '#shared/submissions/contract.ts'
import type { SentTask } from '#shared/tasks/contract.ts'
import { registerNames } from '../answers/registerNames.ts'
import type { RegisterName } from '../answers/registerRows.ts'
import { api } from '../api.ts'
import { FindingList } from '../findings/FindingList.tsx'
import { useAbility } from '../lib/ability.tsx'
import { useUser } from '../lib/session/session.ts'
import { taskTitle } from '../lib/taskTitle.ts'
import { cachedTasks } from '../tasks/cachedQueries.ts'
import { DueTime } from '../tasks/DueTime.tsx'
import { ScoreBadge } from '../ui/figures/ScoreFigure.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { PhotoThumb } from '../ui/PhotoThumb.tsx'
import { ContentText, LocalTime } from '../ui/texts/ContentText.tsx'
import styles from './Subjects.module.css'

const shown = 5
const shownPhotos = 6

type Props = { about: NamedSubject; lastChecked: string | null }

/** Work about one subject: its last check with the result, and open work. Each part is for those who may read it. */
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
      <h2 id={id} className={styles.subjectWorkHeading}>
        {t('common.lastChecked')}
        {t('common.colon')} {lastChecked ? <LocalTime value={lastChecked} as="relative" /> : t('common.neverChecked')}
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

/** Open tasks about one thing, each with whose it is and until when. Nothing where there are none. */
function TaskLines({ tasks, total }: { tasks: readonly SentTask[]; total: number }) {
  const { t } = useTranslation()
  const id = useId()
  const now = Date.now()
  if (tasks.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.part}>
        {t('subjects.openTasks', { count: total })}
      </h3>
      <ul className={styles.tasks}>
        {tasks.map(sent => (
          <li key={sent.id} className={styles.task}>
            <PathLink href={`/tasks/${sent.id}`}>
              <bdi>{taskTitle(sent)}</bdi>
            </PathLink>
            <span className={styles.who}>
              <bdi>{sent.user_name}</bdi>
            </span>
            <DueTime sent={sent} now={now} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** More than anybody reads through on a page; all of them are in the register. */
const maxShown = 20

const inside = ['animal_group', 'animal'] as const
const isIn = (row: RegisterName, { type, id }: SubjectRef) =>
  row.id > 0 && (type === 'location' ? row.placeId === id : type === 'animal_group' && row.groupId === id)

/** The animals and groups of a place, or the animals of a group, as this device knows them by name: offline too. */
export function RowsHere({ about }: { about: SubjectRef }) {
  const { t } = useTranslation()
  const can = useAbility()
  const heading = useId()
  const found = useQueries({
    queries: inside.map(type => ({ ...registerNames(type), enabled: can('read', registry[type].subject) })),
  })
  const rows = inside.flatMap(
    (type, index) => found[index]?.data?.filter(row => isIn(row, about)).map(row => ({ ...row, type })) ?? [],
  )
  if (rows.length === 0) return null
  return (
    <section className={styles.here} aria-labelledby={heading}>
      <h2 id={heading} className={styles.rowsHereHeading}>
        {t('subjects.here')}
      </h2>
      <ul className={styles.tasks}>
        {rows.slice(0, maxShown).map(({ type, id, name, mark }) => (
          <li key={`${type} ${id}`} className={styles.task}>
            <PathLink href={`${registry[type].path}/${id}`}>
              <bdi>{name}</bdi>
            </PathLink>
            {mark && <bdi className={styles.who}>{mark}</bdi>}
          </li>
        ))}
        {rows.length > maxShown && (
          <li className={styles.task}>
            <PathLink href={`/animals?${about.type === 'location' ? 'location_id' : 'animal_group_id'}=${about.id}`}>
              {t('subjects.allHere')}
            </PathLink>
          </li>
        )}
      </ul>
    </section>
  )
}

/** The own open tasks about something, of those that this device keeps. */
export function TasksAtHand({ about }: { about: SubjectRef }) {
  const tasks = cachedTasks()?.tasks.filter(({ subjects }) =>
    subjects.some(({ type, id }) => type === about.type && id === about.id),
  )
  return <TaskLines tasks={tasks ?? []} total={tasks?.length ?? 0} />
}
