import endpoints from 'virtual:endpoints/reports'
import type { reports } from '#shared/reports/contract.ts'
import { callsOf } from '../lib/api.ts'

export const reportsApi = callsOf<typeof reports>('reports', endpoints)
