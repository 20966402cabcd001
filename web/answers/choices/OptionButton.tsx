import { IconCircle, IconCircleCheckFilled, IconSquare, IconSquareCheckFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { AnswerValue } from '#shared/forms/answers/answers.ts'
import type { Choice } from '#shared/forms/elementFields.ts'
import type { ChoiceQuestion, MultipleChoiceQuestion } from '#shared/forms/questions.ts'
import { useDraft, useDraftVersion } from '../draft/DraftContext.tsx'
import { FormPicture, FormText } from '../texts/FormText.tsx'
import styles from './OptionButton.module.css'

type Props = {
  type: 'radio' | 'checkbox'
  /** The question; options of one name belong together. */
  name: string
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  children: ReactNode
}

const icons = {
  radio: [IconCircle, IconCircleCheckFilled],
  checkbox: [IconSquare, IconSquareCheckFilled],
} as const

/**
 * One answer as a wide button; to the keyboard and those who listen, a radio button or a checkbox. Pressed again, it is
 * undone.
 */
export function OptionButton({ type, name, isChosen, onChoose, children }: Props) {
  const Icon = icons[type][isChosen ? 1 : 0]
  return (
    <label className={styles.option} data-chosen={isChosen || undefined}>
      <input
        type={type}
        name={name}
        className={styles.input}
        checked={isChosen}
        onChange={() => onChoose(!isChosen)}
        onClick={() => type === 'radio' && isChosen && onChoose(false)}
      />
      <Icon size={24} className={styles.icon} />
      <span className={styles.text}>{children}</span>
    </label>
  )
}

/** What a choice says, below its picture where the question shows them. */
export function ChoiceWords({ choice: { label, picture }, withPicture }: { choice: Choice; withPicture: boolean }) {
  return (
    <>
      {withPicture && picture && <FormPicture picture={picture} isSmall />}
      <FormText text={label} />
    </>
  )
}

/** The choices that a question offers now; all of them outside of a form that is filled in. */
export function useChoices(question: ChoiceQuestion): Choice[] {
  const { state } = useDraft()
  useDraftVersion(question.id)
  return state.instance(question.id) ? state.choices(question.id) : question.choices
}

/** The choices of an answer to a multiple choice, by id. */
export const chosenIds = (value: AnswerValue | undefined): string[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'string') : []

/**
 * The choices after one was picked or unpicked, in the order of the form. An exclusive one ("none of these") replaces
 * the others, and is replaced by them.
 */
export function withChoice(
  { choices }: MultipleChoiceQuestion,
  picked: string[],
  choice: Choice,
  isPicked: boolean,
): string[] {
  if (!isPicked) return picked.filter(id => id !== choice.id)
  if (standsAlone(choice)) return [choice.id]
  return choices
    .filter(one => one.id === choice.id || (picked.includes(one.id) && !standsAlone(one)))
    .map(({ id }) => id)
}

const standsAlone = ({ exclusive, not_applicable }: Choice) => exclusive || not_applicable
