import type { SingleChoiceQuestion } from '#shared/forms/questions.ts'
import { useAnswer, useDraft } from '../DraftContext.tsx'
import { FormText } from '../FormText.tsx'
import { OptionButton } from './OptionButton.tsx'
import styles from './options.module.css'

export function SingleAnswer({ question, labelId }: { question: SingleChoiceQuestion; labelId: string }) {
  const draft = useDraft()
  const { value } = useAnswer(question.id)
  return (
    <div role="radiogroup" aria-labelledby={labelId} className={styles.options}>
      {question.choices.map(({ id, label }) => (
        <OptionButton
          key={id}
          type="radio"
          name={question.id}
          isChosen={value === id}
          onChoose={isChosen => draft.setValue(question, isChosen ? id : undefined)}
        >
          <FormText text={label} />
        </OptionButton>
      ))}
    </div>
  )
}
