/**
 * A list of rows: a table on wide screens, cards on phones, never sideways scrolling. A row opens its page (its first cell
 * is a link, which does the same for the keyboard); sorting, searching and
 * paging happen on the server and live in the address (`useList`). While loading it has the layout that it will have.
 */
import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fitsEveryPage } from '#shared/lib/pageSizes.ts'
import { ErrorState } from '../ErrorState.tsx'
import { PathLink } from '../PathLink.tsx'
import styles from './DataTable.module.css'
import { ListFooter } from './ListFooter.tsx'
import { RowCheckbox } from './RowCheckbox.tsx'
import { SortHeader } from './SortHeader.tsx'
import { TableSkeleton } from './TableSkeleton.tsx'
import type { List } from './useList.ts'
import type { Selection } from './useSelection.ts'

export type Column<Row> = {
  /** Also the name under which the server sorts, with `sortable`. */
  key: string
  title: string
  cell: (row: Row) => ReactNode
  sortable?: boolean
  /** Numbers stand under each other at the end of their column. */
  numeric?: boolean
  /** CSS width on wide screens. */
  width?: string
  /** Left out on phones. */
  wideOnly?: boolean
  /** Shown only to whoever chooses it (`useListView`). */
  optional?: boolean
}

type Props<Row> = {
  /** Names the table for those who listen. */
  label: string
  list: List<Row>
  /** The first column names the row and carries its link. */
  columns: Column<Row>[]
  /** The page that a row opens. */
  href: (row: Row) => string
  /** Shown when there is nothing, also not in the archive or another search. */
  empty: ReactNode
  selection?: Selection
  compact?: boolean
}

export function DataTable<Row extends { id: number }>(props: Props<Row>) {
  const { label, list, columns, href, empty, selection, compact } = props
  const { t } = useTranslation()
  const navigate = useNavigate()
  if (list.error) return <ErrorState error={list.error} onRetry={list.retry} />
  if (list.page?.data.length === 0) return empty
  const { data: rows, meta } = list.page ?? {}
  // Whoever chose more than there is room for moves within the table.
  const isMany = columns.some(({ optional }) => optional) || undefined

  function open(event: MouseEvent, row: Row) {
    const target = event.target as HTMLElement
    if (target.closest('a, button, input, label') || window.getSelection()?.toString()) return
    navigate({ href: href(row) })
  }

  return (
    <>
      <div className={styles.frame} data-stale={list.isStale || undefined} data-many={isMany}>
        <table
          className={styles.table}
          data-compact={compact || undefined}
          data-many={isMany}
          aria-label={label}
          aria-busy={!rows}
        >
          <thead>
            <tr>
              {selection && (
                <th className={styles.check}>
                  <RowCheckbox
                    aria-label={t('common.selectAll')}
                    checked={selection.hasAll(rows)}
                    indeterminate={selection.hasSome(rows)}
                    // All of what is not there yet would be nothing.
                    disabled={!rows}
                    onChange={() => selection.toggleAll(rows)}
                  />
                </th>
              )}
              {columns.map(column => (
                <SortHeader key={column.key} column={column} list={list} />
              ))}
            </tr>
          </thead>
          {rows ? (
            <tbody>
              {rows.map(row => (
                <tr
                  key={row.id}
                  onClick={event => open(event, row)}
                  data-selected={selection?.has(row.id) || undefined}
                >
                  {selection && (
                    <td className={styles.check}>
                      <RowCheckbox
                        aria-label={t('common.select')}
                        checked={selection.has(row.id)}
                        onChange={() => selection.toggle(row)}
                      />
                    </td>
                  )}
                  {columns.map(({ key, title, cell, numeric, wideOnly }, index) => (
                    <td
                      key={key}
                      data-title={title}
                      data-numeric={numeric || undefined}
                      data-wide={wideOnly || undefined}
                    >
                      {index === 0 ? (
                        <PathLink href={href(row)} className={styles.name}>
                          {isolated(cell(row))}
                        </PathLink>
                      ) : (
                        isolated(cell(row))
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ) : (
            <TableSkeleton columns={columns.length + (selection ? 1 : 0)} />
          )}
        </table>
      </div>
      {/* Short lists have none. */}
      {meta && !fitsEveryPage(meta.total) && <ListFooter meta={meta} change={list.change} />}
    </>
  )
}

/** A text keeps its own direction, whatever stands around it. */
const isolated = (shown: ReactNode) => (typeof shown === 'string' ? <bdi>{shown}</bdi> : shown)
