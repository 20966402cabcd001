import { useState } from 'react'

type Row = { id: number }

export type Selection = ReturnType<typeof useSelection>

/** Which rows of a list are picked for a bulk action. It lasts over pages until cleared. */
export function useSelection() {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const has = (id: number) => ids.has(id)
  const hasAll = (rows: Row[] = []) => rows.length > 0 && rows.every(row => ids.has(row.id))
  return {
    ids,
    has,
    hasAll,
    hasSome: (rows: Row[] = []) => rows.some(row => ids.has(row.id)) && !hasAll(rows),
    toggle: (id: number) => setIds(has(id) ? new Set([...ids].filter(other => other !== id)) : new Set([...ids, id])),
    toggleAll(rows: Row[] = []) {
      const next = new Set(ids)
      for (const { id } of rows) hasAll(rows) ? next.delete(id) : next.add(id)
      setIds(next)
    },
    clear: () => setIds(new Set()),
  }
}
