import { reports as calls, reportSchedules } from '#shared/reports/contract.ts'
import { eraseDocuments } from '../documents/commands.ts'
import { pdfSourceOf } from '../documents/ports.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { eraseArchived, maxErased, nightly, requeueIf } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import type { Module } from '../module.ts'
import { eraseSealed } from '../sealing/commands.ts'
import { nameOfRecord, sealStateOf } from '../sealing/ports.ts'
import { bundledReports } from '../submissions/ports.ts'
import { archiveReport, createReport, restoreReport, updateReport } from './commands.ts'
import { groupWelfare, reportData, submissionsBehind } from './data.ts'
import { exportReport } from './export.ts'
import { reportPdf, reportPdfSource } from './pdf.ts'
import { accessReport, listReports, presentReport } from './queries.ts'
import { endSchedule, presentSchedule, scheduleReport } from './schedules/schedules.ts'
import { mailScheduledReports, reportDelivery } from './schedules/sending.ts'
import { nameOfReport } from './sealed/seal.ts'
import { reportBundles, sealStatesOfReports } from './sealed/sealState.ts'
import { reportIsolation, reports } from './table.ts'

/** Returns a report. */
export const getReport: Handler<typeof calls.get> = async ({ id }, ctx) =>
  presentReport(ctx, await accessReport(ctx, id, 'read'))

/** Changes a report. */
export const changeReport: Handler<typeof calls.update> = async ({ id, revision, ...changes }, ctx) =>
  updateReport(ctx, await accessReport(ctx, id, 'update'), changes, revision)

/** Archives a report. */
export const deleteReport: Handler<typeof calls.remove> = async ({ id }, ctx) => {
  await archiveReport(ctx, await accessReport(ctx, id, 'delete'))
  return null
}

/** Restores an archived report. */
export const undeleteReport: Handler<typeof calls.restore> = async ({ id }, ctx) =>
  restoreReport(ctx, await accessReport(ctx, id, 'delete'))

/** Returns the welfare figures of an animal group by month. */
export const getGroupWelfare: Handler<typeof calls.welfare> = ({ id, months }, ctx) => groupWelfare(ctx, id, months)

/** Returns the figures of a report. */
export const getReportData: Handler<typeof calls.data> = async ({ id }, ctx) =>
  reportData(ctx, await accessReport(ctx, id, 'read'))

/** Lists the submissions behind a number of a report. */
export const getReportSubmissions: Handler<typeof calls.submissions> = async ({ id, ...query }, ctx) =>
  submissionsBehind(ctx, await accessReport(ctx, id, 'read'), query)

/** Downloads a report as PDF. */
export const getReportPdf: Handler<typeof calls.pdf> = async ({ id }, ctx) =>
  reportPdf(ctx, await accessReport(ctx, id, 'read'))

/** Exports a report as a spreadsheet. */
export const getReportExport: Handler<typeof calls.export> = async ({ id, format }, ctx) =>
  exportReport(ctx, await accessReport(ctx, id, 'read'), format)

const reportRoutes = routes(calls, {
  list: listReports,
  create: createReport,
  get: getReport,
  update: changeReport,
  remove: deleteReport,
  restore: undeleteReport,
  welfare: getGroupWelfare,
  data: getReportData,
  submissions: getReportSubmissions,
  pdf: getReportPdf,
  export: getReportExport,
})

/** Returns the schedule of a report. */
export const getSchedule: Handler<typeof reportSchedules.get> = async ({ id }, ctx) =>
  presentSchedule(ctx, await accessReport(ctx, id, 'update'))

/** Sets the schedule by which a report is mailed. */
export const setSchedule: Handler<typeof reportSchedules.set> = async ({ id, ...wanted }, ctx) =>
  scheduleReport(ctx, await accessReport(ctx, id, 'update'), wanted)

/** Ends the schedule of a report. */
export const deleteSchedule: Handler<typeof reportSchedules.end> = async ({ id }, ctx) =>
  endSchedule(ctx, await accessReport(ctx, id, 'update'))

const scheduleRoutes = routes(reportSchedules, {
  get: getSchedule,
  set: setSchedule,
  end: deleteSchedule,
})

/** With the PDFs that are kept; the chain says that it is erased. */
export const eraseArchivedReports: Job<object> = {
  name: 'reports.erase-archived',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const erased = await eraseArchived(db, reports)
    await requeueIf(db, services, 'reports.erase-archived', erased.length === maxErased)
    const paths = await eraseDocuments(db, 'report', erased)
    await eraseSealed({ db, now: new Date(), signing: services.signing }, 'report', erased)
    return async () => {
      for (const path of paths) await services.storage.remove(path)
    }
  },
}

export const reportsModule: Module = {
  isolation: reportIsolation,
  routes: [...reportRoutes, ...scheduleRoutes],
  incremental: [{ call: calls.list, table: reports }],
  jobs: [eraseArchivedReports, mailScheduledReports],
  deliveries: [reportDelivery as never],
  queryProviders: [
    pdfSourceOf.providedBy(reportPdfSource),
    nameOfRecord.providedBy(nameOfReport),
    sealStateOf.providedBy(sealStatesOfReports),
    bundledReports.providedBy(async () => reportBundles),
  ],
}
