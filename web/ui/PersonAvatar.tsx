import { type CSSProperties, useState } from 'react'
import styles from './PersonAvatar.module.css'

type Props = {
  /** Stands beside it, so the picture itself says nothing to those who listen. */
  name: string
  /** The plain path of the picture, as the API gives it; without one the initials are shown. */
  avatar: string | null
  size: number
}

/** Somebody's picture, or their initials. */
export function PersonAvatar({ name, avatar, size }: Props) {
  const [refused, setRefused] = useState<string>()
  const source = avatar && avatar !== refused ? `/storage/${avatar}` : undefined
  return (
    <span className={styles.avatar} style={{ '--size': `${size}px` } as CSSProperties} aria-hidden>
      {source ? (
        <img
          key={source}
          src={source}
          alt=""
          className={styles.picture}
          onError={() => setRefused(avatar ?? undefined)}
        />
      ) : (
        initialsOf(name)
      )}
    </span>
  )
}

/** The first letters of the first two words, or the first two of the only one. */
function initialsOf(name: string): string {
  const [first = '', second] = name.trim().split(/\s+/)
  const letters = second ? [...first].slice(0, 1).concat([...second].slice(0, 1)) : [...first].slice(0, 2)
  return letters.join('').toUpperCase()
}
