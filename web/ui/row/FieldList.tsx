import type { ReactNode } from 'react'
import styles from './FieldList.module.css'

export type Field = { label: string; value: ReactNode }

/**
 * The fields of a row as a page shows them; those without a value are left out, and with them a list of nothing. A text
 * keeps its own direction.
 */
export function FieldList({ fields }: { fields: Field[] }) {
  const filled = fields.filter(({ value }) => value || value === 0)
  if (filled.length === 0) return null
  return (
    <dl className={styles.list}>
      {filled.map(({ label, value }) => (
        <div key={label} className={styles.field}>
          <dt>{label}</dt>
          <dd>{typeof value === 'string' ? <bdi>{value}</bdi> : value}</dd>
        </div>
      ))}
    </dl>
  )
}
