import type { Noun } from '../lib/noun.ts'
import { companyAnswers } from './answers.ts'
import { eraseArchivedCompanies } from './jobs.ts'
import { removalMail } from './mails.ts'
import { companyRoutes } from './routes.ts'

export const companies: Noun = {
  routes: companyRoutes,
  jobs: [eraseArchivedCompanies],
  notices: [removalMail as never],
  answers: companyAnswers,
}
