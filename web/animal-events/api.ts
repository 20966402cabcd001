import endpoints from 'virtual:endpoints/animalEvents'
import groupEndpoints from 'virtual:endpoints/groupEvents'
import type { animalEvents, groupEvents } from '#shared/animal-events/contract.ts'
import type { InputOf } from '#shared/lib/contract.ts'
import { callsOf } from '../lib/api.ts'
import type { NewRowEntry } from '../lib/offline/entry.ts'

export const animalEventsApi = callsOf<typeof animalEvents>('animalEvents', endpoints)
export const groupEventsApi = callsOf<typeof groupEvents>('groupEvents', groupEndpoints)

/** Of what a history is. */
export type Owner = { type: 'animal' | 'animal_group'; id: number; name?: string; isBatch?: boolean }

export const callsFor = ({ type }: Owner) => (type === 'animal' ? animalEventsApi : groupEventsApi)

/** What is shown of it, and what follows from it. */
export const keysAfterEvent = [['animalEvents'], ['groupEvents'], ['animals'], ['animalGroups']]

/** What this device keeps of an event until it can be sent. */
export type EventEntry = NewRowEntry & { input: InputOf<typeof animalEvents.create> & { owner: Owner['type'] } }

/** What happened to one arrives in order. */
export const queueOfOwner = ({ owner, id }: { owner: Owner['type']; id: number }) => `${owner} ${id}`

export const isEventOf =
  ({ type, id }: Pick<Owner, 'type' | 'id'>) =>
  (entry: { kind?: string }): entry is EventEntry =>
    entry.kind === 'animalEvent' && queueOfOwner((entry as EventEntry).input) === queueOfOwner({ owner: type, id })
