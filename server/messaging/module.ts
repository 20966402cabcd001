import type { Module } from '../lib/module.ts'
import { maySayInConversation } from './blocks.ts'
import { messagingChannels } from './channels.ts'
import { messagingFiles } from './fileOwners.ts'
import { forgetMessages, forgetMessagesOf } from './jobs.ts'
import { noteLastSeen } from './people.ts'
import { messagingRoutes } from './routes.ts'
import { repeatUrgent } from './urgent.ts'

export const messaging: Module = {
  routes: messagingRoutes,
  jobs: [forgetMessages, forgetMessagesOf as never, repeatUrgent],
  channels: messagingChannels,
  fileOwners: messagingFiles,
  onUserGone: noteLastSeen,
  maySay: maySayInConversation,
}
