import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

type Props = {
  drawing: ReactNode
  title: string
  /** What would be here, or what to do first. */
  text?: string
  action?: ReactNode
  /** It is all that the page says, and so its heading. */
  isPage?: boolean
  /** What would be here could not be read: then nothing else on the screen needs to say so. */
  isFailure?: boolean
}

/** Says kindly that there is nothing here, and what to do about it. */
export function EmptyState({ drawing, title, text, action, isPage = false, isFailure }: Props) {
  return (
    <div className={styles.state} data-failure={isFailure}>
      {drawing}
      <Title order={isPage ? 1 : 2} size="h3">
        {title}
      </Title>
      {text && <Text c="dimmed">{text}</Text>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
