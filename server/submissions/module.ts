import type { Module } from '../lib/module.ts'
import { submissionAnswers } from './answers.ts'
import { correctionRoutes } from './corrections/routes.ts'
import { submissionFiles } from './fileOwners.ts'
import { stillThere } from './followUps/stillThere.ts'
import { eraseArchivedSubmissions } from './jobs.ts'
import { submissionListeners } from './listeners.ts'
import { criticalAnswerMail } from './mailing/mails.ts'
import { noticeMail } from './mailing/noticeMails.ts'
import { submissionRoutes } from './routes.ts'
import { sealEarlier } from './sealed/earlier.ts'
import { sealRoutes } from './sealed/routes.ts'
import { copyDelivery, forgetCopies } from './visitors/copies.ts'
import { visitorRoutes } from './visitors/visitorRoutes.ts'

export const submissions: Module = {
  routes: [...visitorRoutes, ...submissionRoutes, ...correctionRoutes, ...sealRoutes],
  jobs: [eraseArchivedSubmissions, forgetCopies, sealEarlier],
  deliveries: [copyDelivery as never],
  notices: [criticalAnswerMail as never, noticeMail as never, stillThere as never],
  listeners: submissionListeners,
  queryProviders: submissionAnswers,
  fileOwners: submissionFiles,
}
