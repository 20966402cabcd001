import { useState } from 'react'

type Row = { id: number }

export type Selection = ReturnType<typeof useSelection>

/** Parameters of an address that change neither the rows nor the selection. */
const ofThePage = ['page', 'per_page', 'sort', 'view', 'columns']

/**
 * Which rows of a list are picked for a bulk action, as they were when they were picked. It lasts over pages and filters until cleared;
 * `search` is what the address narrows the list to.
 */
export function useSelection(search: object = {}) {
  const [picked, setPicked] = useState<ReadonlyMap<number, { row: Row; filters: string }>>(new Map())
  const filters = JSON.stringify(Object.entries(search).filter(([name]) => !ofThePage.includes(name)))
  const has = (id: number) => picked.has(id)
  const hasAll = (rows: Row[] = []) => rows.length > 0 && rows.every(row => has(row.id))
  function change(rows: Row[], isPicked: boolean) {
    const next = new Map(picked)
    for (const row of rows) isPicked ? next.set(row.id, { row, filters }) : next.delete(row.id)
    setPicked(next)
  }
  return {
    ids: new Set(picked.keys()) as ReadonlySet<number>,
    rows: [...picked.values()].map(({ row }) => row),
    /** How many were picked while the list was narrowed in another way. */
    elsewhere: [...picked.values()].filter(one => one.filters !== filters).length,
    has,
    hasAll,
    hasSome: (rows: Row[] = []) => rows.some(row => has(row.id)) && !hasAll(rows),
    toggle: (row: Row) => change([row], !has(row.id)),
    toggleAll: (rows: Row[] = []) => change(rows, !hasAll(rows)),
    clear: () => setPicked(new Map()),
  }
}
