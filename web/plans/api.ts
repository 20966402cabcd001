import endpoints from 'virtual:endpoints/plans'
import type { plans } from '#shared/companies/plans.ts'
import { callsOf } from '../lib/api.ts'

export const plansApi = callsOf<typeof plans>('plans', endpoints)
