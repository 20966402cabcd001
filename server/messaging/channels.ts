import { eq } from 'drizzle-orm'
import { allows } from '#shared/lib/rules.ts'
import {
  conversationChannelPattern,
  conversationsChannelPattern,
  supportChannelPattern,
} from '#shared/messaging/events.ts'
import type { ChannelRule } from '../lib/http/broadcasting.ts'
import { users } from '../users/table.ts'
import { accessConversation } from './access.ts'
import { findPreferences } from './preferences.ts'

export const messagingChannels: ChannelRule[] = [
  {
    pattern: conversationsChannelPattern,
    join: ([, companyId], { actor, ability }) =>
      Number(companyId) === actor.companyId && allows(ability, 'read', 'Conversation'),
  },
  {
    pattern: conversationChannelPattern,
    join: async ([, companyId, id], who) => {
      if (who.actor.isActing) return false
      const found = await accessConversation(who, Number(id)).catch(() => null)
      return found !== null && found.conversation.companyId === Number(companyId)
    },
  },
  {
    pattern: supportChannelPattern,
    join: (_, { actor }) => actor.isAdmin && !actor.isActing,
  },
  /** Everyone who may see who is at work in the company; whoever may not, such as guests, is not seen either. Who hides only looks on. */
  {
    pattern: /^presence-company\.(\d+)$/,
    join: async ([, companyId], { actor, ability, db }) => {
      const ours = { companyId: actor.companyId }
      if (Number(companyId) !== actor.companyId || !allows(ability, 'read', 'Member', ours)) return false
      const [[user], { hides_presence }] = await Promise.all([
        db.select({ name: users.name, avatar: users.avatar }).from(users).where(eq(users.id, actor.id)),
        findPreferences({ db, actor }),
      ])
      if (!user) return false
      return hides_presence || { user_id: String(actor.id), user_info: user }
    },
  },
]
