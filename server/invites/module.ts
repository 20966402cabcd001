import type { Module } from '../lib/module.ts'
import { memberAdded } from './adding.ts'
import { joinCompany } from './joinCompany.ts'
import { inviteMail } from './mails.ts'
import { inviteRoutes } from './routes.ts'
import { emailInUse } from './takenMail.ts'

export const invites: Module = {
  routes: inviteRoutes,
  notices: [inviteMail as never, emailInUse as never, memberAdded as never],
  actions: [joinCompany],
}
