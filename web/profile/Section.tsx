import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import styles from './Profile.module.css'

type Props = {
  title: string
  /** What it is about, in a sentence. */
  text?: string
  children: ReactNode
}

/** One matter of the profile: its name, a sentence, and what can be done. */
export function Section({ title, text, children }: Props) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <Title order={2} size="h3" id={id}>
        {title}
      </Title>
      {text && <p>{text}</p>}
      <div className={styles.body}>{children}</div>
    </section>
  )
}
