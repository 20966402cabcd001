import endpoints from 'virtual:endpoints/sealing'
import type { sealing } from '#shared/sealing/contract.ts'
import { callsOf } from '../lib/api.ts'

export const sealsApi = callsOf<typeof sealing>('sealing', endpoints)
