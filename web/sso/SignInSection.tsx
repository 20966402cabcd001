import { Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import styles from './SignIn.module.css'

/** One matter of the page. */
export function SignInSection({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <Title order={2} size="h3" id={id}>
        {title}
      </Title>
      {text && <Text>{text}</Text>}
      {children}
    </section>
  )
}
