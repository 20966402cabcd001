import type { Noun } from '../lib/noun.ts'
import { eraseArchivedReports } from './jobs.ts'
import { reportRoutes } from './routes.ts'

export const reports: Noun = { routes: reportRoutes, jobs: [eraseArchivedReports] }
