import { IconAlertOctagon, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './Notice.module.css'

export const statusIcons = {
  ok: IconCircleCheck,
  attention: IconAlertTriangle,
  stop: IconAlertOctagon,
  info: IconInfoCircle,
}
export type Status = keyof typeof statusIcons

/** Says in place what a person should know; `stop` and `attention` are read out at once. */
export function Notice({ kind, children }: { kind: Status; children: ReactNode }) {
  const Icon = statusIcons[kind]
  const isUrgent = kind === 'stop' || kind === 'attention'
  return (
    <div className={styles.notice} data-status={kind} role={isUrgent ? 'alert' : 'status'}>
      <Icon size={20} className={styles.icon} />
      <div className={styles.text}>{children}</div>
    </div>
  )
}
