import { useTranslation } from 'react-i18next'
import type { Evaluation } from '#shared/forms/logic.ts'
import { useRead } from '../../answers/draft/DraftContext.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from './EndOfForm.module.css'

/** The tasks that the answers open, by name; nothing when there are none. */
export function TasksToOpen({ tasks }: Pick<Evaluation, 'tasks'>) {
  const { t } = useTranslation()
  const read = useRead()
  if (tasks.length === 0) return null
  return (
    <Notice kind="info">
      {t('filling.willOpen', { count: tasks.length })}
      <ul className={styles.tasks}>
        {tasks.map(task => (
          <li key={task.question_id}>{read(task.title)}</li>
        ))}
      </ul>
    </Notice>
  )
}
