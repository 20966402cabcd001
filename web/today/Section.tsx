import { type ReactNode, useId } from 'react'
import { PathLink } from '../ui/PathLink.tsx'
import styles from './Section.module.css'

type Props = {
  title: string
  /** The list that the section is a part of. */
  more?: { to: string; text: string }
  children: ReactNode
}

/** A part of Today: its name, its rows, and the way to all of them. */
export function Section({ title, more, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.heading}>
          {title}
        </h2>
        {more && (
          <PathLink href={more.to} className={styles.more}>
            {more.text}
          </PathLink>
        )}
      </div>
      {children}
    </section>
  )
}
