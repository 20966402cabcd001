import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import styles from './ChoiceCards.module.css'

type Choice<Value> = {
  value: Value
  label: string
  /** A word about what one will see. */
  hint?: string
  sketch?: ReactNode
  lang?: string
}

type Props<Value> = {
  legend: string
  /** What one should know about all of them. */
  note?: string | undefined
  value: Value
  choices: Choice<Value>[]
  onChoose: (value: Value) => void
}

/** One of a few, each with a picture of itself; the browser's own radio buttons underneath. */
export function ChoiceCards<Value extends string>({ legend, note, value, choices, onChoose }: Props<Value>) {
  const id = useId()
  return (
    <fieldset className={styles.choices} aria-describedby={note && `${id}-note`}>
      <legend className={styles.legend}>{legend}</legend>
      {note && (
        <p id={`${id}-note`} className={styles.note}>
          {note}
        </p>
      )}
      <div className={styles.cards}>
        {choices.map(choice => (
          <label key={choice.value} className={styles.card} lang={choice.lang}>
            <input
              type="radio"
              className={styles.radio}
              name={id}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChoose(choice.value)}
            />
            {choice.sketch}
            <span className={styles.label}>
              {choice.label}
              <IconCheck size={16} className={styles.check} />
            </span>
            {choice.hint && <span className={styles.hint}>{choice.hint}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
