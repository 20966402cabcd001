import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { Page } from '#shared/lib/paging.ts'
import type { Selection } from './useSelection.ts'

/** The picked rows of a list, whichever of its pages they were picked on: `usePicked<Form>(['forms', 'list'], selection)`. */
export function usePicked<Row extends { id: number }>(queryKey: QueryKey, selection: Selection): Row[] {
  const pages = useQueryClient().getQueriesData<Page<Row>>({ queryKey })
  const rows = new Map(pages.flatMap(([, page]) => page?.data ?? []).map(row => [row.id, row]))
  return [...selection.ids].flatMap(id => rows.get(id) ?? [])
}
