import styles from './Drawing.module.css'
import { Drawing } from './GateDrawing.tsx'

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

export function LorryDrawing() {
  return (
    <Drawing>
      <path className={styles.wash} d="M14 30h54v42H14z" />
      <path d="M28 72H14V30h54v42H44M68 42h20l16 16v14h-8M80 72H68M76 50h9l9 9H76z" />
      <circle cx="36" cy="74" r="8" />
      <circle cx="88" cy="74" r="8" />
      <path className={styles.accent} d="M22 40h38M22 50h38" />
      <path d="M10 84h100" />
    </Drawing>
  )
}
