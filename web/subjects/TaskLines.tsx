import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { SentTask } from '#shared/tasks/contract.ts'
import { taskTitle } from '../lib/taskTitle.ts'
import { DueTime } from '../tasks/DueTime.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import styles from './SubjectWork.module.css'

/** Open tasks about one thing, each with whose it is and until when. Nothing where there are none. */
export function TaskLines({ tasks, total }: { tasks: readonly SentTask[]; total: number }) {
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
