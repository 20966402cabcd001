import { paperOf } from '../documents/ports.ts'
import type { Module } from '../lib/module.ts'
import { nameOfRecord, standingOf } from '../sealing/questions.ts'
import { bundledReports } from '../submissions/ports.ts'
import { eraseArchivedReports } from './jobs.ts'
import { paperOfReport } from './pdf.ts'
import { reportRoutes } from './routes.ts'
import { scheduleRoutes } from './schedules/routes.ts'
import { mailScheduledReports, reportDelivery } from './schedules/sending.ts'
import { reportBundles } from './sealed/bundle.ts'
import { nameOfReport } from './sealed/seal.ts'
import { standingOfReports } from './sealed/standing.ts'

export const reports: Module = {
  routes: [...reportRoutes, ...scheduleRoutes],
  jobs: [eraseArchivedReports, mailScheduledReports],
  deliveries: [reportDelivery as never],
  queryProviders: [
    paperOf.providedBy(paperOfReport),
    nameOfRecord.providedBy(nameOfReport),
    standingOf.providedBy(standingOfReports),
    bundledReports.providedBy(async () => reportBundles),
  ],
}
