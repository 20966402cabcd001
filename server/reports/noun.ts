import { paperOf } from '../documents/questions.ts'
import type { Noun } from '../lib/noun.ts'
import { nameOfRecord } from '../sealing/questions.ts'
import { eraseArchivedReports } from './jobs.ts'
import { paperOfReport } from './pdf.ts'
import { reportRoutes } from './routes.ts'
import { scheduleRoutes } from './schedules/routes.ts'
import { mailScheduledReports, reportDelivery } from './schedules/sending.ts'
import { nameOfReport } from './sealed.ts'

export const reports: Noun = {
  routes: [...reportRoutes, ...scheduleRoutes],
  jobs: [eraseArchivedReports, mailScheduledReports],
  deliveries: [reportDelivery as never],
  answers: [paperOf.answeredBy(paperOfReport), nameOfRecord.answeredBy(nameOfReport)],
}
