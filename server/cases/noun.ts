import type { Noun } from '../lib/noun.ts'
import { eraseClosedCases, tellOfCases } from './jobs.ts'
import { casesWait } from './notices.ts'
import { caseRoutes } from './routes.ts'

export const cases: Noun = {
  routes: caseRoutes,
  jobs: [tellOfCases, eraseClosedCases],
  notices: [casesWait as never],
}
