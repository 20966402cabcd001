import { Fragment } from 'react'
import styles from './Log.module.css'

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
