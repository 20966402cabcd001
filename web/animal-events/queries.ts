import type { animalEvents } from '#shared/animal-events/contract.ts'
import type { AnimalGroup } from '#shared/animals/contract.ts'
import type { InputOf } from '#shared/lib/contract.ts'
import { api } from '../api.ts'
import type { NewRowEntry } from '../lib/offline/outboxHandler.ts'

/** Of what a history is. */
export type Owner = {
  type: 'animal' | 'animal_group'
  id: number
  name?: string
  isBatch?: boolean
  /** Null where it is not known. */
  species?: AnimalGroup['species']
}

export const callsFor = ({ type }: Owner) => (type === 'animal' ? api.animalEvents : api.groupEvents)

/** Queries of the screens that show an event, and those that depend on it. */
export const keysAfterEvent = [
  ...[api.animalEvents.key, api.groupEvents.key, api.animals.key, api.animalGroups.key],
  api.timeline.key,
]

/** What this device keeps of an event until it can be sent. */
export type EventEntry = NewRowEntry & { input: InputOf<typeof animalEvents.create> & { owner: Owner['type'] } }

/** What happened to one arrives in order. */
export const queueOfOwner = ({ owner, id }: { owner: Owner['type']; id: number }) => `${owner} ${id}`

export const isEventOf =
  ({ type, id }: Pick<Owner, 'type' | 'id'>) =>
  (entry: { kind?: string }): entry is EventEntry =>
    entry.kind === 'animalEvent' && queueOfOwner((entry as EventEntry).input) === queueOfOwner({ owner: type, id })
