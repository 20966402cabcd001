import scheduleEndpoints from 'virtual:endpoints/reportSchedules'
import endpoints from 'virtual:endpoints/reports'
import type { reportSchedules, reports } from '#shared/reports/contract.ts'
import { callsOf } from '../lib/api.ts'

export const reportsApi = callsOf<typeof reports>('reports', endpoints)
export const reportSchedulesApi = callsOf<typeof reportSchedules>('reportSchedules', scheduleEndpoints)
