import styles from './AnswerList.module.css'

/** Questions with what was answered, in the words of their form. */
export function AnswerList({ answers }: { answers: { question: string; answer: string }[] }) {
  return (
    <dl className={styles.answers}>
      {answers.map(({ question, answer }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was read neither moves nor changes
        <div key={index}>
          <dt dir="auto">{question}</dt>
          <dd dir="auto">{answer}</dd>
        </div>
      ))}
    </dl>
  )
}
