/** Two-tone line drawings of our own for empty states: lines in the dimmed text colour, one part in the brand's orange. */
import type { ReactNode } from 'react'
import styles from './Drawing.module.css'

export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 120 96" className={styles.drawing} aria-hidden="true">
      {children}
    </svg>
  )
}
