import type { Repeat } from '#shared/forms/definition.ts'
import { AddOneRow } from './AddOneRow.tsx'
import { AnimalRows } from './AnimalRows.tsx'
import { SampleRows } from './SampleRows.tsx'

export { FindRow } from './FindRow.tsx'

export type AddRowsProps = { repeat: Repeat; at: string; count: number; onOpen: (row: string) => void }

/** Where rows come from: one by one, from the animals of a group, or as many as a sample needs. Counted rows come by themselves. */
export function AddRows(props: AddRowsProps) {
  const { rows, max_rows } = props.repeat
  if (rows?.from === 'count') return null
  const isFull = props.count >= (max_rows ?? 500)
  return (
    <>
      {rows?.from === 'animals' && <AnimalRows {...props} />}
      {rows?.from === 'sample' && <SampleRows {...props} />}
      {!isFull && <AddOneRow {...props} />}
    </>
  )
}
