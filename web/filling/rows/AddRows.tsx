import type { Repeat } from '#shared/forms/definition.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { AddOneRow } from './AddOneRow.tsx'
import { SampleRows } from './SampleRows.tsx'

/** They need the register of animals, which others do not. */
const parts = () => import('./rosterParts.ts')
const AnimalRows = lazyPart(() => parts().then(part => part.AnimalRows))
export const FindRow = lazyPart(() => parts().then(part => part.FindRow))

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
