import endpoints from 'virtual:endpoints/vehicles'
import type { vehicles } from '#shared/vehicles/contract.ts'
import { callsOf } from '../lib/api.ts'

export const vehiclesApi = callsOf<typeof vehicles>('vehicles', endpoints)
