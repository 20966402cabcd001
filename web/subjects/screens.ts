import { registers, registersChannel } from '#shared/subjects/registry.ts'
import type { Can } from '../lib/access.ts'
import type { Screens } from '../lib/screens.ts'
import { subjectReactions } from './realtime.ts'

const mayRead = (can: Can) => registers.some(({ subject }) => can('read', subject))

export const subjectScreens = {
  reactions: subjectReactions,
  channels: ({ companyId, can }) => (companyId && mayRead(can) ? [registersChannel(companyId)] : []),
  copies: async whose => (await import('./copies.ts')).keepRegisters(whose),
  kinds: async () => (await import('./kinds.ts')).registerKinds,
} satisfies Screens
