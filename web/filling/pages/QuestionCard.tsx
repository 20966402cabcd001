import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Question } from '#shared/forms/questions.ts'
import { AnswerInput, ShownValue } from '../../answers/AnswerInput.tsx'
import { useWorkedOut } from '../../answers/draft/DraftContext.tsx'
import { anchorOf } from '../../answers/draft/pages.ts'
import { FormPicture, FormText, HintButton } from '../../answers/texts/FormText.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Beside } from './Beside.tsx'
import { FailedNotice } from './FailedNotice.tsx'
import { GuideBeside } from './GuideBeside.ts'
import styles from './QuestionCard.module.css'
import { QuestionProblem } from './QuestionProblem.tsx'

const TakenNotice = lazyPart(() => import('./TakenNotice.tsx').then(part => part.TakenNotice))

type Props = { question: Question }

/** One question with its answer, what goes with the answer, and what is still wanted, as long as it is asked. */
export const QuestionCard = memo(function QuestionCard({ question }: Props) {
  const isShown = useWorkedOut(question.id, state => state.isVisible(question.id))
  const isHidden = question.type === 'hidden' || (question.type === 'calculated' && question.hidden)
  return isShown && !isHidden ? <Card question={question} /> : null
})

/** It is drawn again for itself alone. */
function Card({ question }: Props) {
  const { t } = useTranslation()
  const { id } = question
  const labelId = `${anchorOf(id)}-label`
  const isReadOnly = useWorkedOut(id, state => state.isReadOnly(id))
  const isOptional = useWorkedOut(id, state => !state.isRequired(id)) && !isReadOnly
  return (
    <fieldset id={anchorOf(id)} className={styles.question} aria-labelledby={labelId}>
      <div className={styles.head}>
        <h3 id={labelId} className={styles.label}>
          <FormText text={question.label} />
          {isOptional && <span className={styles.optional}>{t('filling.optional')}</span>}
        </h3>
        {(question.hint || question.source || question.guide) && (
          <HintButton about={question.label} hint={question.hint} source={question.source}>
            {question.guide && <GuideBeside link={question.guide} />}
          </HintButton>
        )}
      </div>
      {question.picture && <FormPicture picture={question.picture} />}
      {isReadOnly ? <ShownValue question={question} /> : <AnswerInput question={question} labelId={labelId} />}
      <QuestionProblem at={id} />
      {'choice_filter' in question && <TakenNotice question={question} />}
      <FailedNotice question={question} />
      {question.type !== 'calculated' && <Beside question={question} />}
    </fieldset>
  )
}
