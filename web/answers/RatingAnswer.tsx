import type { RatingQuestion } from '#shared/forms/questions.ts'
import { useFormat } from '../lib/format.ts'
import { useAnswer, useDraft } from './draft/DraftContext.tsx'
import styles from './RatingAnswer.module.css'

/** From one to as many levels as the form has; pressed again, a level is taken back. */
export function RatingAnswer({ question, labelId }: { question: RatingQuestion; labelId: string }) {
  const format = useFormat()
  const draft = useDraft()
  const { value } = useAnswer(question.id)
  const choose = (level: number) => draft.setValue(question, level === value ? undefined : level)
  return (
    <div role="radiogroup" aria-labelledby={labelId} className={styles.levels}>
      {Array.from({ length: question.levels }, (_, index) => index + 1).map(level => (
        <label key={level} className={styles.level} data-chosen={value === level || undefined}>
          <input
            type="radio"
            name={question.id}
            className={styles.input}
            checked={value === level}
            onChange={() => choose(level)}
            onClick={() => value === level && choose(level)}
          />
          {format.number(level)}
        </label>
      ))}
    </div>
  )
}
