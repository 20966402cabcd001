import { useMediaQuery } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { ListSettings, ListView, ViewedList } from '#shared/views/contract.ts'
import { api } from '../api.ts'
import { type ListSearch, useChangeSearch } from '../lib/listSearch.ts'
import { useUser } from '../lib/session/session.ts'
import type { Column } from '../ui/list/DataTable.tsx'
import { tellProblem } from '../ui/toast.tsx'

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
 * Views and columns of a list, by its address: `view` is the open one, and the filters are beside it, so that a link
 * shows the same to people who may not open the view. `ViewBar` acts on them.
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

/**
 * The first column names the row; the chosen ones follow in the order of the choice. Where none of these exists any
 * more, the list shows its own columns.
 */
export function shownOf<Row>(columns: Column<Row>[], chosen: string[] | null): Column<Row>[] {
  const [first, ...others] = columns
  const wanted = (chosen ?? []).flatMap(key => others.find(column => column.key === key) ?? [])
  const isChosen = chosen && (wanted.length > 0 || chosen.length === 0)
  return isChosen && first ? [first, ...wanted] : columns.filter(({ optional }) => !optional)
}

export type Filters = ListView['filters']

/** What can be done with the views of a list. */
export type OpenView = Viewing & {
  /** A view that the address names and that one cannot open: it is gone, or somebody else's. */
  isMissing: boolean
  /** What the open view narrows to by names that the list does not know. */
  unknown: string[]
  /** What the address narrows to now, with the order. */
  filters: Filters
  /** The address shows something else than the open view. */
  isChanged: boolean
  /** Shows a view, or everything. */
  show(view: ListView | undefined): void
  /** Shows other columns in the open view, until they are saved in it. */
  showColumns(keys: string[] | null): void
}

/** What every list's address carries beside its filters; pages are no part of a view. */
const everyList = ['search', 'sort', 'per_page', 'archived']

/**
 * Opens views by the address. Without one, the list opens with the person's own view; a link to a view alone brings its
 * filters.
 */
export function useOpenView(viewing: Viewing): OpenView {
  const { search, settings, open, known } = viewing
  const { page, view, columns, ...rest } = search
  const navigate = useNavigate()
  const changeSearch = useChangeSearch()
  const go = (next: object, replace = false) => navigate({ to: '.', search: next as never, replace })
  const filters = rest as Filters
  const understood = [...known, ...everyList]
  const of = (wanted: ListView) => ({ ...pick(wanted.filters, understood), view: String(wanted.id) })

  const applied = useRef<string>(undefined)
  const arrive = useEffectEvent(() => {
    if (!settings) return
    const isFirst = applied.current === undefined || (view !== undefined && applied.current !== view)
    const wanted = view === undefined ? settings.default_view_id : open?.id
    applied.current = String(wanted ?? 'all')
    const found = settings.views.find(({ id }) => id === wanted)
    const isBare = Object.keys(rest).length === 0 && columns === undefined && page === undefined
    const isThere = view !== undefined && found && Object.keys(pick(found.filters, understood)).length === 0
    if (isFirst && isBare && found && !isThere) go(of(found), true)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks when one comes, and when another view is named
  useEffect(arrive, [settings === undefined, view])

  return {
    ...viewing,
    isMissing: settings !== undefined && view !== undefined && view !== 'all' && !open,
    unknown: open ? Object.keys(open.filters).filter(each => !understood.includes(each)) : [],
    filters,
    isChanged: open !== undefined && (columns !== undefined || textOf(open.filters) !== textOf(filters)),
    show: wanted => go(wanted ? of(wanted) : settings?.default_view_id == null ? {} : { view: 'all' }),
    // A comma alone: none but the first.
    showColumns: keys => changeSearch({ columns: keys && (keys.join(',') || ',') }, { replace: true }),
  }
}

const pick = (filters: Filters, names: string[]): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => names.includes(name)))

const textOf = (filters: object) =>
  JSON.stringify(
    Object.entries(filters)
      .map(([name, value]) => [name, String(value)])
      .sort(([one = ''], [other = '']) => (one < other ? -1 : 1)),
  )

/** Keeps what somebody chooses for themselves in a list: seen at once, undone where it could not be kept. */
export function useSettings(list: ViewedList) {
  const queries = useQueryClient()
  const { queryKey } = api.views.settings.query({ list })
  const mutationKey = [...queryKey, 'set']
  const set = useMutation({
    mutationKey,
    // One after the other, so that what was chosen last is what stays.
    scope: { id: `settings of ${list}` },
    mutationFn: (chosen: Partial<Pick<ListSettings, 'columns' | 'default_view_id'>>) =>
      api.views.set({ list, ...chosen }),
    onMutate: async chosen => {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData<ListSettings>(queryKey, before => before && { ...before, ...chosen })
    },
    onError: error => void tellProblem(error),
    // What the server says before it has heard the last is no news.
    onSettled: () => (queries.isMutating({ mutationKey }) === 1 ? queries.invalidateQueries({ queryKey }) : undefined),
  })
  return { set, refresh: () => queries.invalidateQueries({ queryKey }) }
}
