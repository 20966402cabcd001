import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { Page } from '#shared/lib/paging.ts'
import type { Selection } from './useSelection.ts'

/**
 * The picked rows of a list, whichever of its pages they were picked on: `usePicked<Form>(api.forms.list.key, selection)`. None is left out:
 * a page that was dropped from memory leaves its rows as they were when they were picked.
 */
export function usePicked<Row extends { id: number }>(queryKey: QueryKey, selection: Selection): Row[] {
  const pages = useQueryClient().getQueriesData<Page<Row>>({ queryKey })
  const rows = new Map(pages.flatMap(([, page]) => page?.data ?? []).map(row => [row.id, row]))
  return selection.rows.map(row => rows.get(row.id) ?? (row as Row))
}
