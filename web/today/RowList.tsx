import type { ReactNode } from 'react'
import { PathLink } from '../ui/PathLink.tsx'
import styles from './Section.module.css'

export type Row = {
  key: string | number
  to?: string | undefined
  title: ReactNode
  /** A second line. */
  text?: ReactNode
  /** At the end: a state, a figure. */
  end?: ReactNode
}

/** Short rows of which each leads somewhere. */
export function RowList({ rows }: { rows: Row[] }) {
  return (
    <ul className={styles.rows}>
      {rows.map(({ key, to, title, text, end }) => (
        <li key={key} className={styles.row}>
          <div className={styles.words}>
            {to ? (
              <PathLink href={to} className={styles.link}>
                {title}
              </PathLink>
            ) : (
              <span>{title}</span>
            )}
            {text && <span className={styles.text}>{text}</span>}
          </div>
          {end}
        </li>
      ))}
    </ul>
  )
}
