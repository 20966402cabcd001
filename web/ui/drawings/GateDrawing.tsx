import type { ReactNode } from 'react'
import styles from './Drawing.module.css'

/** The one that the entrance shows too, apart from the others. */
export function GateDrawing() {
  return (
    <Drawing>
      <path className={styles.wash} d="M28 38h64v40H28z" />
      <path d="M20 28v56M100 28v56M16 28h8M96 28h8M10 84h100" />
      <path d="M28 38h64M28 52h64M28 66h64M28 78h64M28 38v40M92 38v40" />
      <path className={styles.accent} d="M28 78 92 38M86 58h10" />
    </Drawing>
  )
}

/**
 * Two-tone line drawings of our own for empty states: lines in the dimmed text colour, one part in the brand's orange.
 */
export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 120 96" className={styles.drawing} aria-hidden="true">
      {children}
    </svg>
  )
}
