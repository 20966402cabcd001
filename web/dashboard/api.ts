import endpoints from 'virtual:endpoints/dashboard'
import type { dashboard } from '#shared/dashboard/contract.ts'
import { callsOf } from '../lib/api.ts'

export const dashboardApi = callsOf<typeof dashboard>('dashboard', endpoints)
