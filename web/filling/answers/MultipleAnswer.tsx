import type { MultipleChoiceQuestion } from '#shared/forms/questions.ts'
import { useAnswer, useDraft } from '../DraftContext.tsx'
import { FormText } from '../FormText.tsx'
import { OptionButton } from './OptionButton.tsx'
import styles from './options.module.css'
import { chosenIds, withChoice } from './pickedIds.ts'

export function MultipleAnswer({ question }: { question: MultipleChoiceQuestion }) {
  const draft = useDraft()
  const picked = chosenIds(useAnswer(question.id).value)
  return (
    <div className={styles.options}>
      {question.choices.map(choice => (
        <OptionButton
          key={choice.id}
          type="checkbox"
          name={question.id}
          isChosen={picked.includes(choice.id)}
          onChoose={isChosen => {
            const next = withChoice(question, picked, choice, isChosen)
            draft.setValue(question, next.length > 0 ? next : undefined)
          }}
        >
          <FormText text={choice.label} />
        </OptionButton>
      ))}
    </div>
  )
}
