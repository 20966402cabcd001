import { useNavigate } from '@tanstack/react-router'

/** What a list shows lives in its address, so that going back, reloading and sharing a link give the same list. */
export type ListSearch<Filter extends string = never> = {
  page?: number
  per_page?: number
  search?: string
  sort?: string
  archived?: true
  /** The saved view that is open, or `all`; and the columns that are shown instead of its own. */
  view?: string
  columns?: string
} & { [Name in Filter]?: string }

/** A positive whole number of an address; undefined for anything else. */
export const positiveInteger = (value: unknown) =>
  Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined
const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined)

/** Reads a list's address; what makes no sense is left out. `filters` are the list's own. */
export const listSearch =
  <const Filter extends string = never>(...filters: Filter[]) =>
  (raw: Record<string, unknown>): ListSearch<Filter> => {
    const read = {
      page: positiveInteger(raw.page),
      per_page: positiveInteger(raw.per_page),
      search: text(raw.search),
      sort: text(raw.sort),
      archived: raw.archived === true || undefined,
      view: text(raw.view),
      columns: text(raw.columns),
      ...Object.fromEntries(filters.map(name => [name, text(raw[name])])),
    }
    return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as ListSearch<Filter>
  }

type Search = Record<string, unknown>
type Change = Search | ((last: Search) => Search)

/**
 * Changes the search of the page's own address; empty values are left out. It starts from the last requested search, so
 * that two quick presses both count; dependent values are given as a function.
 */
export function useChangeSearch() {
  const navigate = useNavigate()
  return (change: Change, options: { replace?: boolean } = {}) =>
    navigate({
      to: '.',
      search: ((last: Search) =>
        present({ ...last, ...(typeof change === 'function' ? change(last) : change) })) as never,
      ...options,
    })
}

const present = (search: Search) =>
  Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== '' && value !== null),
  )
