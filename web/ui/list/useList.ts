import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Page } from '#shared/lib/paging.ts'
import type { ListSearch } from '../../lib/listSearch.ts'

type ListCall<Row, Input> = {
  query: (input: Input) => UseQueryOptions<Page<Row>, Error, Page<Row>, QueryKey>
}

export type List<Row> = {
  /** What the address asks for. */
  search: ListSearch & Record<string, unknown>
  page: Page<Row> | undefined
  error: Error | null
  retry: () => void
  /** Another page's rows are shown until the wanted ones arrive. */
  isStale: boolean
  /** Changes what the address asks for, and goes back to the first page unless a page is named. */
  change: (patch: ListSearch & Record<string, unknown>) => void
}

/**
 * A paged list by its call, steered by the page's address: `useList(api.locations.list)`.
 * The route reads the address with `listSearch`. `fixed` is what the page itself asks for.
 */
export function useList<Row, Input extends object>(call: ListCall<Row, Input>, fixed?: Partial<Input>): List<Row> {
  const search = useSearch({ strict: false }) as ListSearch
  const navigate = useNavigate()
  const { view, columns, ...asked } = search
  const query = useQuery({ ...call.query({ ...asked, ...fixed } as Input), placeholderData: keepPreviousData })
  return {
    search,
    page: query.data,
    error: query.data ? null : query.error,
    retry: query.refetch,
    isStale: query.isPlaceholderData,
    change: patch =>
      navigate({
        to: '.',
        search: (before: object) => present({ ...before, page: undefined, ...patch }),
        replace: 'search' in patch,
      }),
  }
}

const present = (search: object) =>
  Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== '' && value !== null),
  )
