import { IconAlertOctagon } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import { answerInWords, failedCritical, type Words } from '#shared/submissions/words.ts'
import { AnswerExtras } from './AnswerExtras.tsx'
import styles from './Findings.module.css'
import { OpenedTask } from './OpenedTask.tsx'

/** The critical answers that failed, each with its photos and the task that came of it. Nothing where none failed. */
export function Findings({ submission, words }: { submission: SubmissionDetail; words: Words }) {
  const { t } = useTranslation()
  const id = useId()
  const failed = failedCritical(submission.definition, submission.score)
  if (failed.length === 0) return null
  return (
    <section className={styles.findings} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        <IconAlertOctagon size={22} aria-hidden />
        {t('submissions.findings', { count: failed.length })}
      </h2>
      <ul className={styles.list}>
        {failed.map(question => (
          <li key={question.id} className={styles.finding}>
            <p className={styles.question}>{words.read(question.label)}</p>
            <p className={styles.answer}>{answerInWords(question, submission.answers[question.id], words)}</p>
            <AnswerExtras question={question} submission={submission} words={words} />
            {submission.tasks
              .filter(task => task.question_id === question.id)
              .map(task => (
                <OpenedTask key={task.task_id} task={task} />
              ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
