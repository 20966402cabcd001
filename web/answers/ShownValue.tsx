import type { Question } from '#shared/forms/questions.ts'
import { answerInWords } from '#shared/submissions/formatter.ts'
import { useDraft, useLook, useWords } from './draft/DraftContext.tsx'
import styles from './ShownValue.module.css'

/** What stands there now, for what nobody answers by hand. */
export function ShownValue({ question }: { question: Question }) {
  const draft = useDraft()
  const words = useWords()
  useLook(question.id)
  const value = draft.state.value(question.id)
  const said = value === undefined ? null : answerInWords(question, { value }, words)
  return (
    <output className={styles.value} data-empty={!said || undefined}>
      {said || '–'}
    </output>
  )
}
