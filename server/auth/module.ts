import type { Module } from '../lib/module.ts'
import { meRoutes } from '../me/routes.ts'
import { userChannels } from '../users/channels.ts'
import { eraseArchivedUsers } from '../users/jobs.ts'
import { userRoutes } from '../users/routes.ts'
import { workerRoutes } from '../workers/routes.ts'
import { changeEmail, confirmEmail } from './emails.ts'
import { endGuests } from './guests.ts'
import { forgetEndedSessions } from './jobs.ts'
import { letIn } from './lockOut.ts'
import { accountMails } from './mails.ts'
import { authRoutes } from './routes.ts'

export const accounts: Module = {
  routes: [...userRoutes, ...authRoutes, ...workerRoutes, ...meRoutes],
  jobs: [eraseArchivedUsers, forgetEndedSessions, endGuests],
  notices: accountMails,
  channels: userChannels,
  actions: [confirmEmail, changeEmail, letIn],
}
