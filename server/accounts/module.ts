import type { ChannelRule } from '../lib/http/broadcasting.ts'
import type { Module } from '../module.ts'
import { authRoutes } from './authRoutes.ts'
import { changeEmail, confirmEmail } from './emails.ts'
import { endGuests, eraseArchivedUsers, forgetEndedSessions } from './jobs.ts'
import { endKeys, keyRoutes } from './keyRoutes.ts'
import { accountMails } from './mails.ts'
import { meRoutes } from './meRoutes.ts'
import { passkeyRoutes } from './passkeyRoutes.ts'
import { restoreRoutes } from './restoreRoutes.ts'
import { sessionIsolation } from './sessionTable.ts'
import { letIn } from './signIn.ts'
import { ssoRoutes } from './sso/ssoRoutes.ts'
import { userIsolation } from './table.ts'
import { userRoutes, workerRoutes } from './userRoutes.ts'

/** A person's own notifications. */
const userChannels: ChannelRule[] = [
  { pattern: /^private-user\.(\d+)\.notifications$/, may: ([, userId], { actor }) => Number(userId) === actor.id },
]

export const accountsModule: Module = {
  isolation: [userIsolation, ...sessionIsolation],
  routes: [
    ...userRoutes,
    ...authRoutes,
    ...restoreRoutes,
    ...workerRoutes,
    ...keyRoutes,
    ...passkeyRoutes,
    ...ssoRoutes,
    ...meRoutes,
  ],
  jobs: [eraseArchivedUsers, forgetEndedSessions, endGuests, endKeys],
  notifications: accountMails,
  channels: userChannels,
  actions: [confirmEmail, changeEmail, letIn],
}
