import { VisuallyHidden } from '@mantine/core'
import { useFormat } from '../../lib/format.ts'
import styles from './CountBadge.module.css'

/** How many wait at a place of the navigation: a figure to see, and `words` to hear. Nothing where none do. */
export function CountBadge({ count, words }: { count: number; words: string }) {
  const format = useFormat()
  if (count === 0) return null
  return (
    <span className={styles.count}>
      <span aria-hidden>{format.number(count)}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  )
}
