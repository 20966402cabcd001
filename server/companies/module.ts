import { memberAdded } from '../invites/adding.ts'
import { joinCompany } from '../invites/joinCompany.ts'
import { inviteMail } from '../invites/mails.ts'
import { inviteRoutes } from '../invites/routes.ts'
import { emailInUse } from '../invites/takenMail.ts'
import type { Topic } from '../lib/delivery/topic.ts'
import type { Module } from '../lib/module.ts'
import { peopleCount } from '../plans/answers.ts'
import { choiceMail, choiceMails } from '../plans/choosing.ts'
import { planEndings, planEndMail } from '../plans/jobs.ts'
import { planRoutes } from '../plans/routes.ts'
import { eraseArchivedRoles } from '../roles/jobs.ts'
import { roleRoutes } from '../roles/routes.ts'
import { companyAnswers } from './answers.ts'
import { eraseArchivedCompanies, eraseCompany } from './jobs.ts'
import { removalMail } from './mails.ts'
import { companyRoutes } from './routes.ts'

export const companies: Module = {
  routes: [...companyRoutes, ...inviteRoutes, ...roleRoutes, ...planRoutes],
  jobs: [eraseArchivedCompanies, eraseCompany as never, eraseArchivedRoles, choiceMails, planEndings],
  notices: [removalMail, inviteMail, emailInUse, memberAdded, choiceMail, planEndMail] as Topic<never>[],
  queryProviders: [...companyAnswers, peopleCount],
  actions: [joinCompany],
}
