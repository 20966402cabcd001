import type { Noun } from '../lib/noun.ts'
import { memberAdded } from './adding.ts'
import { joinCompany } from './joinCompany.ts'
import { inviteMail } from './mails.ts'
import { inviteRoutes } from './routes.ts'
import { takenMail } from './takenMail.ts'

export const invites: Noun = {
  routes: inviteRoutes,
  notices: [inviteMail as never, takenMail as never, memberAdded as never],
  actions: [joinCompany],
}
