import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { ListSettings, ListView } from '#shared/views/contract.ts'
import type { ViewedList } from '#shared/views/lists.ts'
import type { ListSearch } from '../lib/listSearch.ts'
import { useUser } from '../lib/session/session.ts'
import type { Column } from '../ui/list/DataTable.tsx'
import { viewsApi } from './api.ts'

export type Filters = ListView['filters']

/** What somebody has made of a list: the view that is open, and the columns. */
export type Viewing = {
  name: ViewedList
  /** Nothing until it is known, and where there is no company to keep it in. */
  settings: ListSettings | undefined
  open: ListView | undefined
  /** A view that the address names and that one cannot open: it is gone, or somebody else's. */
  isMissing: boolean
  /** What the open view narrows to by names that the list does not know. */
  unknown: string[]
  /** What the address narrows to now, with the order. */
  filters: Filters
  /** The address shows something else than the open view. */
  isChanged: boolean
  /** The keys of the columns that were chosen; nothing for those that the list shows by itself. */
  chosen: string[] | null
  /** The columns that are shown: the first always, on phones those of the list itself. */
  shown<Row>(columns: Column<Row>[]): Column<Row>[]
  /** Shows a view, or everything. */
  show(view: ListView | undefined): void
  /** Shows other columns in the open view, until they are saved in it. */
  showColumns(keys: string[] | null): void
}

/** What every list's address carries beside its filters; pages are no part of a view. */
const everyList = ['search', 'sort', 'per_page', 'archived']

/**
 * The views and columns of a list, by its address: `view` is the open one, and the filters stand beside it as ever, so that a link shows the
 * same to whoever may not open the view. `known` are the list's own filters.
 */
export function useListView(name: ViewedList, known: readonly string[]): Viewing {
  const search = useSearch({ strict: false }) as ListSearch & Record<string, unknown>
  const navigate = useNavigate()
  const hasCompany = useUser()?.company_id != null
  const isPhone = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false })
  const settings = useQuery({ ...viewsApi.settings.query({ list: name }), enabled: hasCompany }).data
  const { page, view, columns, ...rest } = search
  const filters = rest as Filters
  const open = settings?.views.find(({ id }) => String(id) === view)
  const understood = [...known, ...everyList]
  const chosen = columns?.split(',') ?? (open ? open.columns : settings?.columns) ?? null
  const show = (wanted: ListView | undefined) => {
    const next = wanted
      ? { ...pick(wanted.filters, understood), view: String(wanted.id) }
      : settings?.default_view_id == null
        ? {}
        : { view: 'all' }
    navigate({ to: '.', search: next as never })
  }

  // Whoever comes without asking for anything sees the view that they open the list with; a link to a view alone brings its filters.
  const isBare = Object.keys(rest).length === 0 && columns === undefined && page === undefined
  const applied = useRef<string>(undefined)
  const arrive = useEffectEvent(() => {
    if (!settings) return
    const wanted = view === undefined ? settings.default_view_id : open?.id
    const isFirst = applied.current === undefined || (view !== undefined && applied.current !== view)
    applied.current = String(wanted ?? 'all')
    const found = settings.views.find(({ id }) => id === wanted)
    if (!isFirst || !isBare || !found || (view !== undefined && Object.keys(found.filters).length === 0)) return
    navigate({
      to: '.',
      search: { ...pick(found.filters, understood), view: String(found.id) } as never,
      replace: true,
    })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks when one comes, and when another view is named
  useEffect(arrive, [settings === undefined, view])

  return {
    name,
    settings,
    open,
    isMissing: settings !== undefined && view !== undefined && view !== 'all' && !open,
    unknown: open ? Object.keys(open.filters).filter(each => !understood.includes(each)) : [],
    filters,
    isChanged: open !== undefined && (columns !== undefined || !isSame(open.filters, filters)),
    chosen,
    shown: all => (isPhone ? all.filter(({ optional }) => !optional) : shownOf(all, chosen)),
    show,
    showColumns: keys =>
      navigate({
        to: '.',
        search: (before: object) => ({ ...before, columns: keys?.join(',') || undefined }) as never,
        replace: true,
      }),
  }
}

/** The first column names the row. Where nothing of what was chosen is there any more, the list shows its own columns. */
export function shownOf<Row>(columns: Column<Row>[], chosen: string[] | null): Column<Row>[] {
  const [first, ...others] = columns
  const wanted = others.filter(({ key }) => chosen?.includes(key))
  const own = others.filter(({ optional }) => !optional)
  return first ? [first, ...(chosen && (wanted.length > 0 || chosen.length === 0) ? wanted : own)] : []
}

const pick = (filters: Filters, names: string[]): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => names.includes(name)))

const isSame = (one: object, other: object): boolean => textOf(one) === textOf(other)
const textOf = (filters: object) =>
  JSON.stringify(
    Object.entries(filters)
      .map(([name, value]) => [name, String(value)])
      .sort(([one = ''], [other = '']) => (one < other ? -1 : 1)),
  )
