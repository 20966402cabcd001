/**
 * A list of rows: a table on wide screens, two lines a row on phones. A row opens its page, and sorting, searching and
 * paging happen on the server and are in the address (`useList`).
 */

import { Checkbox, Skeleton, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fitsEveryPage } from '#shared/lib/limits.ts'
import { ErrorState } from '../ErrorState.tsx'
import { PathLink } from '../PathLink.tsx'
import type { Selection } from './BulkBar.tsx'
import styles from './DataTable.module.css'
import { ListFooter } from './ListFooter.tsx'
import type { List } from './useList.ts'

export type Column<Row> = {
  /** Also the name under which the server sorts, with `sortable`. */
  key: string
  title: string
  cell: (row: Row) => ReactNode
  sortable?: boolean
  /** Numbers are aligned at the end of their column. */
  numeric?: boolean
  /** CSS width on wide screens. */
  width?: string
  /** Left out on phones. */
  wideOnly?: boolean
  /** At the end of the first line on phones: a state or a score. */
  atEnd?: boolean
  /** Its value says nothing without the title, which phones show before it. */
  isTitled?: boolean
  /** Shown only when it is chosen (`useListView`). */
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
  // More columns than fit scroll within the table.
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
                  {columns.map(({ key, title, cell, numeric, wideOnly, atEnd, isTitled }, index) => (
                    <td
                      key={key}
                      data-title={numeric || isTitled ? `${title}${t('common.colon')} ` : undefined}
                      data-end={atEnd || undefined}
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

/** A text keeps its own direction in any surroundings. */
const isolated = (shown: ReactNode) => (typeof shown === 'string' ? <bdi>{shown}</bdi> : shown)

const directions = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }

/** A column's head; a sortable one sorts ascending, then descending. */
function SortHeader<Row>({ column, list }: { column: Column<Row>; list: List<Row> }) {
  const { key, title, sortable, numeric, width } = column
  const { sort } = list.search
  const direction = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : 'none'
  const Icon = directions[direction]
  return (
    <th style={{ inlineSize: width }} data-numeric={numeric || undefined} aria-sort={sortable ? direction : undefined}>
      {sortable ? (
        <UnstyledButton
          className={styles.sort}
          data-active={direction !== 'none' || undefined}
          onClick={() => list.change(last => ({ sort: last.sort === key ? `-${key}` : key }))}
        >
          {title}
          <Icon size={16} />
        </UnstyledButton>
      ) : (
        title
      )}
    </th>
  )
}

type RowCheckboxProps = Pick<
  ComponentProps<typeof Checkbox>,
  'aria-label' | 'checked' | 'disabled' | 'indeterminate' | 'onChange'
>

/** Chooses a row of a table, or all of them; apart from the table, since few can be chosen in. */
const RowCheckbox = (props: RowCheckboxProps) => <Checkbox {...props} />

type Row = { id: number; name: string }
type RowNameProps<Found extends Row> = {
  id: number
  /** The call that fetches it. */
  get: { query: (input: { id: number }) => UseQueryOptions<Found, Error, Found, QueryKey> }
  /** Its page, if the name is to lead there. */
  href?: string
}

/** The name of a row that is known by its id. */
export function RowName<Found extends Row>({ id, get, href }: RowNameProps<Found>) {
  const { data } = useQuery(get.query({ id }))
  if (!data) return null
  const name = <bdi>{data.name}</bdi>
  return href ? <Link to={href}>{name}</Link> : name
}

const rows = [72, 54, 63, 48, 80, 58]

/** Placeholder rows until the real ones arrive. */
function TableSkeleton({ columns }: { columns: number }) {
  return (
    <tbody aria-hidden>
      {rows.map(width => (
        <tr key={width}>
          {Array.from({ length: columns }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a skeleton have no other identity
            <td key={column}>
              <Skeleton height={14} my={4} width={`${column === 0 ? width : width / 1.6}%`} radius="sm" />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
