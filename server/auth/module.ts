import type { Module } from '../lib/module.ts'
import { changeEmail, confirmEmail } from './emails.ts'
import { endGuests } from './guests.ts'
import { forgetEndedSessions } from './jobs.ts'
import { letIn } from './lockOut.ts'
import { accountMails } from './mails.ts'
import { authRoutes } from './routes.ts'

export const auth: Module = {
  routes: authRoutes,
  jobs: [forgetEndedSessions, endGuests],
  notices: accountMails,
  actions: [confirmEmail, changeEmail, letIn],
}
