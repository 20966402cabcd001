/**
 * A small table of rows that a page has at hand, such as those of a chart; the first column names the row. Lists that
 * the server pages are a `DataTable`; the few other tables are listed in `shared/imports.test.ts`.
 */
import type { Key, ReactNode } from 'react'
import type { Column } from '../list/DataTable.tsx'
import styles from './FigureTable.module.css'

export type FigureColumn<Row> = Pick<Column<Row>, 'key' | 'cell' | 'numeric'> & {
  /** A table without any has no line of heads. */
  title?: string
  className?: string | undefined
}

type Props<Row> = {
  rows: readonly Row[]
  keyOf: (row: Row) => Key
  columns: readonly FigureColumn<Row>[]
  /** Names the table where no heading before it does. */
  label?: string
  /** A sentence in place of the row's figures. */
  instead?: (row: Row) => ReactNode
}

export function FigureTable<Row>({ rows, keyOf, columns, label, instead }: Props<Row>) {
  const [first, ...others] = columns
  if (!first) return null
  return (
    <table className={styles.table} aria-label={label}>
      {columns.some(({ title }) => title) && (
        <thead>
          <tr>
            {columns.map(({ key, title, numeric, className }) =>
              title ? (
                <th key={key} scope="col" className={className} data-numeric={numeric || undefined}>
                  {title}
                </th>
              ) : (
                <td key={key} className={className} />
              ),
            )}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map(row => {
          const sentence = instead?.(row)
          return (
            <tr key={keyOf(row)}>
              <th scope="row" className={first.className}>
                {first.cell(row)}
              </th>
              {sentence ? (
                <td colSpan={others.length}>{sentence}</td>
              ) : (
                others.map(({ key, cell, numeric, className }) => (
                  <td key={key} className={className} data-numeric={numeric || undefined}>
                    {cell(row)}
                  </td>
                ))
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
