import { reports as calls, reportSchedules } from '#shared/reports/contract.ts'
import { eraseDocuments } from '../documents/commands.ts'
import { paperOf } from '../documents/ports.ts'
import { routes } from '../lib/http/routes.ts'
import { comeAgain, eraseArchived, maxErased, nightly } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import type { Module } from '../module.ts'
import { eraseSealed } from '../sealing/commands.ts'
import { nameOfRecord, sealStateOf } from '../sealing/ports.ts'
import { bundledReports } from '../submissions/ports.ts'
import { archiveReport, createReport, restoreReport, updateReport } from './commands.ts'
import { groupWelfare, reportData, submissionsBehind } from './data.ts'
import { exportReport } from './export.ts'
import { paperOfReport, reportPdf } from './pdf.ts'
import { accessReport, listReports, presentReport } from './queries.ts'
import { endSchedule, presentSchedule, scheduleReport } from './schedules/schedules.ts'
import { mailScheduledReports, reportDelivery } from './schedules/sending.ts'
import { nameOfReport } from './sealed/seal.ts'
import { reportBundles, standingOfReports } from './sealed/sealState.ts'
import { reports } from './table.ts'

const reportRoutes = routes(calls, {
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

const scheduleRoutes = routes(reportSchedules, {
  get: async ({ id }, ctx) => presentSchedule(ctx, await accessReport(ctx, id, 'update')),
  set: async ({ id, ...wanted }, ctx) => scheduleReport(ctx, await accessReport(ctx, id, 'update'), wanted),
  end: async ({ id }, ctx) => endSchedule(ctx, await accessReport(ctx, id, 'update')),
})

/** With the PDFs that are kept; the chain says that it is erased. */
export const eraseArchivedReports: Job<object> = {
  name: 'reports.erase-archived',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const erased = await eraseArchived(db, reports)
    await comeAgain(db, services, 'reports.erase-archived', erased.length === maxErased)
    const paths = await eraseDocuments(db, 'report', erased)
    await eraseSealed({ db, now: new Date(), signing: services.signing }, 'report', erased)
    return async () => {
      for (const path of paths) await services.storage.remove(path)
    }
  },
}

export const reportsModule: Module = {
  routes: [...reportRoutes, ...scheduleRoutes],
  jobs: [eraseArchivedReports, mailScheduledReports],
  deliveries: [reportDelivery as never],
  queryProviders: [
    paperOf.providedBy(paperOfReport),
    nameOfRecord.providedBy(nameOfReport),
    sealStateOf.providedBy(standingOfReports),
    bundledReports.providedBy(async () => reportBundles),
  ],
}
