import endpoints from 'virtual:endpoints/locations'
import type { locations } from '#shared/locations/contract.ts'
import { callsOf } from '../lib/api.ts'

export const locationsApi = callsOf<typeof locations>('locations', endpoints)
