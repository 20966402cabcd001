import { IconCircle, IconCircleCheckFilled, IconSquare, IconSquareCheckFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Choice } from '#shared/forms/elementFields.ts'
import type { ChoiceQuestion } from '#shared/forms/questions.ts'
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
