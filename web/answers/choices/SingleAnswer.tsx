import type { SingleChoiceQuestion } from '#shared/forms/questions.ts'
import { useAnswer, useDraft } from '../draft/DraftContext.tsx'
import { ChoiceWords } from './ChoiceWords.tsx'
import { OptionButton } from './OptionButton.tsx'
import styles from './options.module.css'
import { useChoices } from './useChoices.ts'

export function SingleAnswer({ question, labelId }: { question: SingleChoiceQuestion; labelId: string }) {
  const draft = useDraft()
  const { value } = useAnswer(question.id)
  const choices = useChoices(question)
  const arePictures = question.layout === 'pictures'
  return (
    <div role="radiogroup" aria-labelledby={labelId} className={arePictures ? styles.pictures : styles.options}>
      {choices.map(choice => (
        <OptionButton
          key={choice.id}
          type="radio"
          name={question.id}
          isChosen={value === choice.id}
          onChoose={isChosen => draft.setValue(question, isChosen ? choice.id : undefined)}
        >
          <ChoiceWords choice={choice} withPicture={arePictures} />
        </OptionButton>
      ))}
    </div>
  )
}
