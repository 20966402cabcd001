import { useTranslation } from 'react-i18next'
import type { YesNoQuestion } from '#shared/forms/questions.ts'
import { useAnswer, useDraft } from '../draft/DraftContext.tsx'
import { OptionButton } from './OptionButton.tsx'
import styles from './options.module.css'

export function YesNoAnswer({ question, labelId }: { question: YesNoQuestion; labelId: string }) {
  const { t } = useTranslation()
  const draft = useDraft()
  const { value } = useAnswer(question.id)
  const options = question.not_applicable ? (['yes', 'no', 'na'] as const) : (['yes', 'no'] as const)
  return (
    <div role="radiogroup" aria-labelledby={labelId} className={styles.pair}>
      {options.map(option => (
        <OptionButton
          key={option}
          type="radio"
          name={question.id}
          isChosen={value === option}
          onChoose={isChosen => draft.setValue(question, isChosen ? option : undefined)}
        >
          {t(`submissions.answers.${option}`)}
        </OptionButton>
      ))}
    </div>
  )
}
