import { useTranslation } from 'react-i18next'
import type { SentTask } from '#shared/tasks/contract.ts'
import { useCompanyFormat } from '../companies/queries.ts'
import { useUser } from '../lib/session/session.ts'
import styles from './TaskHistory.module.css'

/** What happened to a task, in order. */
export function TaskHistory({ sent }: { sent: SentTask }) {
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
      <h2 id="task-history" className={styles.heading}>
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
