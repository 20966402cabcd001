import endpoints from 'virtual:endpoints/shares'
import type { shares } from '#shared/shares/contract.ts'
import { callsOf } from '../lib/api.ts'

export const sharesApi = callsOf<typeof shares>('shares', endpoints)
