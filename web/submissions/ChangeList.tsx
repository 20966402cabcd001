import type { ReactNode } from 'react'
import styles from './ChangeList.module.css'

export type Change = {
  key: string
  label: string
  before: string
  after: string
  /** In the place of both sides, where words say no difference. */
  instead?: string | undefined
  /** Said beside the question. */
  mark?: ReactNode
}

type Props = {
  changes: Change[]
  /** What the two sides are called. */
  before: ReactNode
  after: ReactNode
}

/** Question by question what was answered before, and after. Nothing where nothing changed. */
export function ChangeList({ changes, before, after }: Props) {
  if (changes.length === 0) return null
  return (
    <dl className={styles.changes}>
      {changes.map(change => (
        <div key={change.key} className={styles.change}>
          <dt dir="auto">
            {change.label} {change.mark}
          </dt>
          {change.instead !== undefined ? (
            <dd>{change.instead}</dd>
          ) : (
            <dd className={styles.sides}>
              <span>
                <span className={styles.side}>{before}</span>{' '}
                <Said as="del" text={change.before} other={change.after} />
              </span>
              <span>
                <span className={styles.side}>{after}</span> <Said as="ins" text={change.after} other={change.before} />
              </span>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

function Said({ as: Element, text, other }: { as: 'del' | 'ins'; text: string; other: string }) {
  if (text === other) return <bdi className={styles.same}>{text}</bdi>
  return <Element dir="auto">{text}</Element>
}
