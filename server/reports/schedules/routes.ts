import { reportSchedules } from '#shared/reports/schedule.ts'
import { routes } from '../../lib/http/routes.ts'
import { accessReport } from '../queries.ts'
import { endSchedule, scheduleReport } from './commands.ts'
import { presentSchedule } from './queries.ts'

export const scheduleRoutes = routes(reportSchedules, {
  get: async ({ id }, ctx) => presentSchedule(ctx, await accessReport(ctx, id, 'update')),
  set: async ({ id, ...wanted }, ctx) => scheduleReport(ctx, await accessReport(ctx, id, 'update'), wanted),
  end: async ({ id }, ctx) => endSchedule(ctx, await accessReport(ctx, id, 'update')),
})
