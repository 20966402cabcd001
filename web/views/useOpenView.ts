import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { ListView } from '#shared/views/contract.ts'
import { useChangeSearch } from '../lib/useChangeSearch.ts'
import type { Viewing } from './queries.ts'

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
 * Opens views by the address. Whoever comes without asking for anything sees the view that they open the list with; a link to a view alone
 * brings its filters.
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
