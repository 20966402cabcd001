import endpoints from 'virtual:endpoints/animalEvents'
import groupEndpoints from 'virtual:endpoints/groupEvents'
import type { animalEvents, groupEvents } from '#shared/animal-events/contract.ts'
import { callsOf } from '../lib/api.ts'

export const animalEventsApi = callsOf<typeof animalEvents>('animalEvents', endpoints)
export const groupEventsApi = callsOf<typeof groupEvents>('groupEvents', groupEndpoints)

/** Of what a history is. */
export type Owner = { type: 'animal' | 'animal_group'; id: number; name?: string; isBatch?: boolean }

export const callsFor = ({ type }: Owner) => (type === 'animal' ? animalEventsApi : groupEventsApi)

/** What is shown of it, and what follows from it. */
export const keysAfterEvent = [['animalEvents'], ['groupEvents'], ['animals'], ['animalGroups']]
