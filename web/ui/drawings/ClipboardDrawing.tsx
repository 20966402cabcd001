import styles from './Drawing.module.css'
import { Drawing } from './Drawing.tsx'

export function ClipboardDrawing() {
  return (
    <Drawing>
      <rect className={styles.wash} x="34" y="18" width="52" height="66" rx="6" />
      <rect x="34" y="18" width="52" height="66" rx="6" />
      <path d="M50 18v-3a4 4 0 0 1 4-4h12a4 4 0 0 1 4 4v3a4 4 0 0 1-4 4H54a4 4 0 0 1-4-4zM58 40h18M58 54h18M58 68h12" />
      <path className={styles.accent} d="m42 40 3 3 6-6M42 54l3 3 6-6M42 68l3 3 6-6" />
      <path d="M18 84h84" />
    </Drawing>
  )
}
