/** Events that this device keeps until they can be sent; apart from what sends them, because histories show them. */

import type { animalEvents } from '#shared/animal-events/contract.ts'
import type { InputOf } from '#shared/lib/contract.ts'
import type { NewRowEntry } from '../lib/offline/newRowEntry.ts'
import type { Owner } from './api.ts'

export type EventEntry = NewRowEntry & { input: InputOf<typeof animalEvents.create> & { owner: Owner['type'] } }

/** What happened to one arrives in order. */
export const queueOfOwner = ({ owner, id }: { owner: Owner['type']; id: number }) => `${owner} ${id}`

export const isEventOf =
  ({ type, id }: Pick<Owner, 'type' | 'id'>) =>
  (entry: { kind?: string }): entry is EventEntry =>
    entry.kind === 'animalEvent' && queueOfOwner((entry as EventEntry).input) === queueOfOwner({ owner: type, id })
