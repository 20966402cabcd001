import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './PhotoStrip.module.css'

type Props = {
  icon: Icon
  /** As wide as an answer, for questions that ask for nothing else. */
  isWide?: boolean
  isBusy?: boolean
  describedBy?: string | undefined
  onClick: () => void
  children: ReactNode
}

/**
 * Adds something to an answer. A plain button: a long form has two for each question, and each must cost next to
 * nothing.
 */
export function AddButton({ icon: Sign, isWide, isBusy, describedBy, onClick, children }: Props) {
  return (
    <button
      type="button"
      className={styles.addButtonAdd}
      data-wide={isWide || undefined}
      aria-busy={isBusy || undefined}
      aria-describedby={describedBy}
      disabled={isBusy}
      onClick={onClick}
    >
      <Sign size={22} aria-hidden />
      {children}
    </button>
  )
}
