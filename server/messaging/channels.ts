import { and, eq, sql } from 'drizzle-orm'
import { allows } from '#shared/lib/rules.ts'
import {
  conversationChannelPattern,
  conversationsChannelPattern,
  supportChannelPattern,
} from '#shared/messaging/shapes.ts'
import { users } from '../accounts/table.ts'
import type { Database } from '../lib/db/pools.ts'
import { preparedOn } from '../lib/db/prepared.ts'
import type { ChannelRule } from '../lib/http/broadcasting.ts'
import { whereRefused } from '../lib/refused.ts'
import { accessConversation } from './access.ts'
import { messagingPreferences } from './table.ts'

export const messagingChannels: ChannelRule[] = [
  {
    pattern: conversationsChannelPattern,
    may: ([, companyId], { actor, ability }) =>
      Number(companyId) === actor.companyId && allows(ability, 'read', 'Conversation'),
  },
  {
    pattern: conversationChannelPattern,
    join: async ([, companyId, id], who) => {
      if (who.actor.isActing) return false
      const found = await accessConversation(who, Number(id)).catch(whereRefused(() => null))
      return found !== null && found.conversation.companyId === Number(companyId)
    },
  },
  {
    pattern: supportChannelPattern,
    may: (_, { actor }) => actor.isAdmin && !actor.isActing,
  },
  /** Everyone who may see who is at work in the company; whoever may not, such as guests, is not seen either. Who hides only looks on. */
  {
    pattern: /^presence-company\.(\d+)$/,
    join: async ([, companyId], { actor, ability, db }) => {
      const ours = { companyId: actor.companyId }
      if (Number(companyId) !== actor.companyId || !allows(ability, 'read', 'Member', ours)) return false
      const who = { id: actor.id, companyId: actor.companyId }
      const [found] = await preparedOn(db, 'how a member is announced', prepareAnnounced).execute(who)
      if (!found) return false
      const { hides, ...user } = found
      return (hides ?? false) || { user_id: String(actor.id), user_info: user }
    },
  },
]

const prepareAnnounced = (db: Database, name: string) =>
  db
    .select({ name: users.name, avatar: users.avatar, hides: messagingPreferences.hidesPresence })
    .from(users)
    .leftJoin(
      messagingPreferences,
      and(eq(messagingPreferences.companyId, sql.placeholder('companyId')), eq(messagingPreferences.userId, users.id)),
    )
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(name)
