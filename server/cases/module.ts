import { paperOf } from '../documents/ports.ts'
import type { Module } from '../lib/module.ts'
import { eraseClosedCases, tellOfCases } from './jobs.ts'
import { casesWait } from './notices.ts'
import { paperOfCase } from './paper/casePdf.ts'
import { caseRoutes } from './routes.ts'

export const cases: Module = {
  routes: caseRoutes,
  queryProviders: [paperOf.providedBy(paperOfCase)],
  jobs: [tellOfCases, eraseClosedCases],
  notices: [casesWait as never],
}
