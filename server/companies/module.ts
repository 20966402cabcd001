import type { Module } from '../lib/module.ts'
import { companyAnswers } from './answers.ts'
import { eraseArchivedCompanies, eraseCompany } from './jobs.ts'
import { removalMail } from './mails.ts'
import { companyRoutes } from './routes.ts'

export const companies: Module = {
  routes: companyRoutes,
  jobs: [eraseArchivedCompanies, eraseCompany as never],
  notices: [removalMail as never],
  queryProviders: companyAnswers,
}
