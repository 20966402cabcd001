import { useTranslation } from 'react-i18next'
import type {
  ChoiceQuestion,
  MultipleChoiceQuestion,
  SingleChoiceQuestion,
  YesNoQuestion,
} from '#shared/forms/questions.ts'
import { lazyParts } from '../../ui/lazyPart.tsx'
import { useAnswer, useDraft } from '../draft/DraftContext.tsx'
import styles from './OptionButton.module.css'
import { ChoiceWords, chosenIds, OptionButton, useChoices, withChoice } from './OptionButton.tsx'

const rare = lazyParts(() => import('../RareAnswer.tsx'))
const RankAnswer = rare(parts => parts.RankAnswer)
const ListAnswer = rare(parts => parts.ListAnswer)

/** More choices than fit on a screen as buttons are searched instead. */
const maxButtons = 12

/** Choices as the form wants them, else as fits their number. */
export function ChoiceAnswer({ question, labelId }: { question: ChoiceQuestion; labelId: string }) {
  const isList =
    question.layout === 'list' ||
    (!question.layout && (question.table !== undefined || question.choices.length > maxButtons))
  if (question.type === 'multiple_choice' && question.ranked)
    return <RankAnswer question={question} labelId={labelId} />
  if (isList) return <ListAnswer question={question} labelId={labelId} />
  return question.type === 'single_choice' ? (
    <SingleAnswer question={question} labelId={labelId} />
  ) : (
    <MultipleAnswer question={question} />
  )
}

function SingleAnswer({ question, labelId }: { question: SingleChoiceQuestion; labelId: string }) {
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

function MultipleAnswer({ question }: { question: MultipleChoiceQuestion }) {
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
