import type { ReactNode } from 'react'
import styles from './FullPage.module.css'

/** A page outside the shell: one thing in the middle. */
export function FullPage({ children }: { children: ReactNode }) {
  return <main className={styles.page}>{children}</main>
}
