import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import styles from './DataTable.module.css'
import type { Column } from './DataTable.tsx'
import type { List } from './useList.ts'

const directions = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }

/** A column's head; a sortable one sorts ascending, then descending. */
export function SortHeader<Row>({ column, list }: { column: Column<Row>; list: List<Row> }) {
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
