import styles from './Drawing.module.css'
import { Drawing } from './Drawing.tsx'

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
