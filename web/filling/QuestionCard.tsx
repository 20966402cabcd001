import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Question } from '#shared/forms/questions.ts'
import { AnswerInput } from './answers/AnswerInput.tsx'
import { Beside } from './Beside.tsx'
import { FailedNotice } from './FailedNotice.tsx'
import { FormText } from './FormText.tsx'
import { HintButton } from './HintButton.tsx'
import styles from './QuestionCard.module.css'
import { QuestionProblem } from './QuestionProblem.tsx'
import { anchorOf } from './useJump.ts'

/** One question with its answer, what goes with the answer, and what is still wanted. It is drawn again for itself alone. */
export const QuestionCard = memo(function QuestionCard({ question }: { question: Question }) {
  const { t } = useTranslation()
  const labelId = `${anchorOf(question.id)}-label`
  return (
    <fieldset id={anchorOf(question.id)} className={styles.question} aria-labelledby={labelId}>
      <div className={styles.head}>
        <h3 id={labelId} className={styles.label}>
          <FormText text={question.label} />
          {!question.required && <span className={styles.optional}>{t('filling.optional')}</span>}
        </h3>
        {(question.hint || question.source) && (
          <HintButton about={question.label} hint={question.hint} source={question.source} />
        )}
      </div>
      <AnswerInput question={question} labelId={labelId} />
      <QuestionProblem question={question} />
      <FailedNotice question={question} />
      <Beside question={question} />
    </fieldset>
  )
})
