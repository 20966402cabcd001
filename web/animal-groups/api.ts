import endpoints from 'virtual:endpoints/animalGroups'
import type { animalGroups } from '#shared/animals/contract.ts'
import { callsOf } from '../lib/api.ts'

export const animalGroupsApi = callsOf<typeof animalGroups>('animalGroups', endpoints)
