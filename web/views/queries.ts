import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ListSettings, ListView, ViewedList } from '#shared/views/contract.ts'
import { api } from '../api.ts'
import type { ListSearch } from '../lib/listSearch.ts'
import { useUser } from '../lib/session/session.ts'
import type { Column } from '../ui/list/DataTable.tsx'

/** What somebody has made of a list: the view that is open, and the columns. */
export type Viewing = {
  name: ViewedList
  /** The list's own filters. */
  known: readonly string[]
  /** What the address asks for. */
  search: ListSearch & Record<string, unknown>
  /** Nothing until it is known, and where there is no company to keep it in. */
  settings: ListSettings | undefined
  open: ListView | undefined
  /** The keys of the columns that were chosen; null for those that the list shows by itself. */
  chosen: string[] | null
  /** The columns that are shown: the first always, on phones those of the list itself. */
  shown<Row>(columns: Column<Row>[]): Column<Row>[]
}

/**
 * The views and columns of a list, by its address: `view` is the open one, and the filters stand beside it as ever, so that a link shows the
 * same to whoever may not open the view. What can be done with them is `ViewBar`.
 */
export function useListView(name: ViewedList, known: readonly string[]): Viewing {
  const search = useSearch({ strict: false }) as Viewing['search']
  const hasCompany = useUser()?.company_id != null
  const isPhone = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false })
  const settings = useQuery({
    ...api.views.settings.query({ list: name }),
    enabled: hasCompany,
  }).data
  const open = settings?.views.find(({ id }) => String(id) === search.view)
  const chosen = search.columns?.split(',').filter(Boolean) ?? (open ? open.columns : settings?.columns) ?? null
  const shown = <Row>(all: Column<Row>[]) => shownOf(all, isPhone ? null : chosen)
  return { name, known, search, settings, open, chosen, shown }
}

/** The first column names the row; what was chosen stands in the order of the choice. Where nothing of it is there any more, the list shows its own columns. */
export function shownOf<Row>(columns: Column<Row>[], chosen: string[] | null): Column<Row>[] {
  const [first, ...others] = columns
  const wanted = (chosen ?? []).flatMap(key => others.find(column => column.key === key) ?? [])
  const isChosen = chosen && (wanted.length > 0 || chosen.length === 0)
  return isChosen && first ? [first, ...wanted] : columns.filter(({ optional }) => !optional)
}
