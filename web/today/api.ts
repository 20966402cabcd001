import endpoints from 'virtual:endpoints/today'
import type { today } from '#shared/today/contract.ts'
import { callsOf } from '../lib/api.ts'

export const todayApi = callsOf<typeof today>('today', endpoints)
