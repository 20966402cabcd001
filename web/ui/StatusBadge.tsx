import type { ReactNode } from 'react'
import { type Status, statusIcons } from './Notice.tsx'
import styles from './StatusBadge.module.css'

/** A state as icon, word and colour, always the same three. */
export function StatusBadge({ status, children }: { status: Status; children: ReactNode }) {
  const Icon = statusIcons[status]
  return (
    <span className={styles.badge} data-status={status}>
      <Icon size={16} />
      <span className={styles.text}>{children}</span>
    </span>
  )
}
