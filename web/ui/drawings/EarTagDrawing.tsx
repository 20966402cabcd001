import styles from './Drawing.module.css'
import { Drawing } from './Drawing.tsx'

export function EarTagDrawing() {
  return (
    <Drawing>
      <path className={styles.wash} d="M46 34h28l6 8v34a6 6 0 0 1-6 6H46a6 6 0 0 1-6-6V42z" />
      <path d="M46 34h28l6 8v34a6 6 0 0 1-6 6H46a6 6 0 0 1-6-6V42zM52 34V22a8 8 0 0 1 16 0v12" />
      <circle cx="60" cy="22" r="3" />
      <path className={styles.accent} d="M50 54h20M50 62h20M50 70h12" />
      <path d="M18 84h84" />
    </Drawing>
  )
}
