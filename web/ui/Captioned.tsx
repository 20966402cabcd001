import type { ReactNode } from 'react'
import styles from './Captioned.module.css'

/** A small photo with what its person wrote under it. */
export function Captioned({ caption, children }: { caption: string | undefined; children: ReactNode }) {
  if (!caption) return children
  return (
    <figure className={styles.figure}>
      {children}
      <figcaption className={styles.caption}>
        <bdi>{caption}</bdi>
      </figcaption>
    </figure>
  )
}
