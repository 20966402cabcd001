import { IconCircle, IconCircleCheckFilled, IconSquare, IconSquareCheckFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
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

/** One answer as a wide button; to the keyboard and those who listen, a radio button or a checkbox. Pressed again, it is taken back. */
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
