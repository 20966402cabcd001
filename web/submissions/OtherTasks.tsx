import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { keyParts } from '#shared/forms/answers/answerKey.ts'
import type { FormState } from '#shared/forms/evaluation/FormState.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import { OpenedTask } from './OpenedTask.tsx'
import styles from './OtherTasks.module.css'

/** The tasks that came of no single answer, but of a rule about some of them, of the score or of a measure. */
export function OtherTasks({ submission: { tasks }, state }: { submission: SubmissionDetail; state: FormState }) {
  const { t } = useTranslation()
  const id = useId()
  const others = tasks.filter(({ question_id }) => !state.form.byId.has(keyParts(question_id).question_id))
  if (others.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t('submissions.otherTasks')}
      </h2>
      {others.map(task => (
        <OpenedTask key={task.task_id} task={task} />
      ))}
    </section>
  )
}
