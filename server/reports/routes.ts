import { reports } from '#shared/reports/contract.ts'
import { routes } from '../lib/http/routes.ts'
import { archiveReport, createReport, restoreReport, updateReport } from './commands.ts'
import { reportData } from './data.ts'
import { submissionsBehind } from './drillDown.ts'
import { exportReport } from './export.ts'
import { reportPdf } from './pdf.ts'
import { accessReport, listReports, presentReport } from './queries.ts'
import { groupWelfare } from './welfare.ts'

export const reportRoutes = routes(reports, {
  list: (query, ctx) => listReports(ctx, query),
  create: (draft, ctx) => createReport(ctx, draft),
  get: async ({ id }, ctx) => presentReport(ctx, await accessReport(ctx, id, 'read')),
  update: async ({ id, revision, ...changes }, ctx) =>
    updateReport(ctx, await accessReport(ctx, id, 'update'), changes, revision),
  remove: async ({ id }, ctx) => {
    await archiveReport(ctx, await accessReport(ctx, id, 'delete'))
    return null
  },
  restore: async ({ id }, ctx) => restoreReport(ctx, await accessReport(ctx, id, 'delete')),
  welfare: ({ id, months }, ctx) => groupWelfare(ctx, id, months),
  data: async ({ id }, ctx) => reportData(ctx, await accessReport(ctx, id, 'read')),
  submissions: async ({ id, ...query }, ctx) => submissionsBehind(ctx, await accessReport(ctx, id, 'read'), query),
  pdf: async ({ id }, ctx) => reportPdf(ctx, await accessReport(ctx, id, 'read')),
  export: async ({ id, format }, ctx) => exportReport(ctx, await accessReport(ctx, id, 'read'), format),
})
