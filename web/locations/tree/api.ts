import endpoints from 'virtual:endpoints/placeTree'
import type { placeTree } from '#shared/locations/contract.ts'
import { callsOf } from '../../lib/api.ts'

export const placeTreeApi = callsOf<typeof placeTree>('placeTree', endpoints)
