import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { taskTitle } from '../../lib/taskTitle.ts'
import { HeldFlag } from '../../subjects/status/SubjectStatus.tsx'
import { SentTaskState } from '../../tasks/DueTime.tsx'
import styles from './Attachments.module.css'

/** An occurrence of a task as each reader may see it, with its state as it is now. */
export function SentTaskCard({ id }: { id: number }) {
  const { t } = useTranslation()
  const { data, isError } = useQuery(api.tasks.getSent.query({ id }))
  if (isError) return <span className={styles.card}>{t('messaging.notVisible')}</span>
  if (!data) return <Skeleton className={styles.card} height={64} />
  return (
    <Link to="/tasks/$id" params={{ id: String(id) }} className={styles.card}>
      <span>
        <span className={styles.kind}>{t('messaging.taskCard')}</span>
        <bdi className={styles.name}>{taskTitle(data)}</bdi>
        {data.subjects.map(({ type, id, withheld_until }) => (
          <HeldFlag key={`${type} ${id}`} until={withheld_until} />
        ))}
      </span>
      <SentTaskState sent={data} />
    </Link>
  )
}
