import { useTranslation } from 'react-i18next'
import type { CaseLine } from '#shared/cases/contract.ts'
import styles from './Cases.module.css'

/** What was reported: headings, questions and what was answered. */
export function CaseLines({ lines }: { lines: CaseLine[] }) {
  const { t } = useTranslation()
  return (
    <div className={styles.lines}>
      {lines.map(({ is_heading, question, question_id, answer, note }, at) =>
        is_heading ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a report do not change
          <h3 key={at} className={styles.heading} dir="auto">
            {question}
          </h3>
        ) : (
          <div key={question_id} className={styles.line}>
            <p className={styles.question} dir="auto">
              {question}
            </p>
            <p className={styles.answer} dir="auto">
              {answer || <span className={styles.none}>{answer === '' ? t('publicCase.asFile') : '–'}</span>}
            </p>
            {note && (
              <p className={styles.note} dir="auto">
                {note}
              </p>
            )}
          </div>
        ),
      )}
    </div>
  )
}
