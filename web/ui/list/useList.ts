import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { Page } from '#shared/lib/paging.ts'
import { type ListSearch, useChangeSearch } from '../../lib/listSearch.ts'
import { keptOfSite, siteOf, useSite } from '../../lib/site.ts'

type ListCall<Row, Input> = {
  at: (site: number | null, input: Input) => UseQueryOptions<Page<Row>, Error, Page<Row>, QueryKey>
}

type Asked = ListSearch & Record<string, unknown>

export type List<Row> = {
  /** What the address asks for. */
  search: Asked
  page: Page<Row> | undefined
  error: Error | null
  retry: () => void
  /** Another page's rows are shown until the wanted ones arrive. */
  isStale: boolean
  /** The site to which it is narrowed; null where it shows all of them. */
  site: number | null
  /**
   * Changes what the address asks for, and goes back to the first page unless a page is named. What depends on what it
   * asks is a function.
   */
  change: (patch: Asked | ((last: Asked) => Asked)) => void
}

/**
 * A paged list by its call, at the chosen site, steered by the page's address: `useList(api.locations.list)`.
 * The route reads the address with `listSearch`. `fixed` is what the page itself asks for.
 */
export function useList<Row, Input extends object>(call: ListCall<Row, Input>, fixed?: Partial<Input>): List<Row> {
  const search = useSearch({ strict: false }) as ListSearch
  const changeSearch = useChangeSearch()
  const { view, columns, ...asked } = search
  const wanted = call.at(useSite(), { ...asked, ...fixed } as Input)
  const site = siteOf(wanted.queryKey)
  const query = useQuery({ ...wanted, placeholderData: keptOfSite(site) })
  return {
    search,
    page: query.data,
    error: query.data ? null : query.error,
    retry: query.refetch,
    isStale: query.isPlaceholderData,
    site,
    change: patch =>
      changeSearch(last => ({ page: undefined, ...(typeof patch === 'function' ? patch(last) : patch) }), {
        replace: 'search' in patch,
      }),
  }
}
