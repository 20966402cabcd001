import { IconAlertOctagon } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormState } from '#shared/forms/evaluation/FormState.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import { answerInWords, type Words } from '#shared/submissions/formatter.ts'
import { criticalAnswers } from '#shared/submissions/report.ts'
import { AnswerExtras } from './AnswerExtras.tsx'
import styles from './Findings.module.css'
import { OpenedTask } from './OpenedTask.tsx'

/** The critical answers that failed, each with its photos and the task that came of it. Nothing where none failed. */
export function Findings({
  submission,
  state,
  words,
}: {
  submission: SubmissionDetail
  state: FormState
  words: Words
}) {
  const { t } = useTranslation()
  const id = useId()
  const failed = criticalAnswers(state, submission.score, words)
  if (failed.length === 0) return null
  return (
    <section className={styles.findings} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        <IconAlertOctagon size={22} />
        {t('submissions.failedCritical', { count: failed.length })}
      </h2>
      <ul className={styles.list}>
        {failed.map(item => (
          <li key={item.key} className={styles.finding}>
            <p className={styles.question} dir="auto">
              {item.label}
            </p>
            <p className={styles.answer} dir="auto">
              {answerInWords(item.question, item.answer, words)}
            </p>
            <AnswerExtras item={item} submission={submission} words={words} />
            {submission.tasks
              .filter(task => task.question_id === item.key)
              .map(task => (
                <OpenedTask key={task.task_id} task={task} />
              ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
