import { use } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../ui/list/DataTable.tsx'
import { FilterPlace } from '../ui/list/filterPlace.ts'
import { ListFilter } from '../ui/list/ListFilter.tsx'
import type { List } from '../ui/list/useList.ts'

/** In which order the rows stand: on phones, whose cards have no heads of columns to press. */
export function SortFilter<Row>({ list, columns }: { list: List<Row>; columns: Column<Row>[] }) {
  const { t } = useTranslation()
  if (use(FilterPlace) !== 'sheet') return null
  const [first, ...others] = columns
    .filter(({ sortable }) => sortable)
    .flatMap(({ key, title }) => [
      { value: key, label: t('subjects.ascending', { column: title }) },
      { value: `-${key}`, label: t('subjects.descending', { column: title }) },
    ])
  return first && <ListFilter list={list} name="sort" label={t('subjects.order')} all={first.label} choices={others} />
}
