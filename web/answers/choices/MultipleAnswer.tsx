import type { MultipleChoiceQuestion } from '#shared/forms/questions.ts'
import { useAnswer, useDraft } from '../draft/DraftContext.tsx'
import { ChoiceWords } from './ChoiceWords.tsx'
import { OptionButton } from './OptionButton.tsx'
import styles from './options.module.css'
import { chosenIds, withChoice } from './pickedIds.ts'
import { useChoices } from './useChoices.ts'

export function MultipleAnswer({ question }: { question: MultipleChoiceQuestion }) {
  const draft = useDraft()
  const picked = chosenIds(useAnswer(question.id).value)
  const choices = useChoices(question)
  const arePictures = question.layout === 'pictures'
  return (
    <div className={arePictures ? styles.pictures : styles.options}>
      {choices.map(choice => (
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
          <ChoiceWords choice={choice} withPicture={arePictures} />
        </OptionButton>
      ))}
    </div>
  )
}
