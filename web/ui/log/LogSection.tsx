import { Fragment, type ReactNode } from 'react'
import styles from './Log.module.css'

type Props = {
  /** Of its heading, unique on the page. */
  id: string
  title: string
  /** What can be done with the whole list. */
  actions?: ReactNode
  children: ReactNode
}

/** A part of a page that lists what has a day: under its heading, with what adds to it. */
export function LogSection({ id, title, actions, children }: Props) {
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.head}>
        <h2 id={id} className={styles.heading}>
          {title}
        </h2>
        {actions && <div className={styles.line}>{actions}</div>}
      </div>
      {children}
    </section>
  )
}

/** What an entry says beside its kind and day: each part by itself, for a name may be of another direction. */
export function LogWords({ words }: { words: readonly (string | null | undefined | false)[] }) {
  const said = words.filter(word => typeof word === 'string' && word !== '') as string[]
  if (said.length === 0) return null
  return (
    <p className={styles.words}>
      {said.map((word, index) => (
        <Fragment key={word}>
          {index > 0 && ' · '}
          <bdi>{word}</bdi>
        </Fragment>
      ))}
    </p>
  )
}
