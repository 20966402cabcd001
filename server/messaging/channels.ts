/** Who may join the channels of messaging, and who sees its files. */
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { allows } from '#shared/lib/rules.ts'
import {
  conversationChannelPattern,
  conversationsChannelPattern,
  supportChannelPattern,
} from '#shared/messaging/shapes.ts'
import { users } from '../accounts/table.ts'
import { whereRefused } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { preparedOn } from '../lib/db/prepared.ts'
import type { FileOwners } from '../lib/files/storage.ts'
import type { ChannelRule } from '../lib/http/broadcasting.ts'
import { accessConversation, mayModerate } from './access.ts'
import {
  conversationMembers,
  conversations,
  messageAttachments,
  messageReports,
  messages,
  messagingPreferences,
} from './table.ts'

export const messagingChannels: ChannelRule[] = [
  {
    pattern: conversationsChannelPattern,
    may: ([, companyId], { actor, ability }) =>
      Number(companyId) === actor.companyId && allows(ability, 'read', 'Conversation'),
  },
  {
    pattern: conversationChannelPattern,
    join: async ([, companyId, id], who) => {
      if (who.actor.isActing || who.actor.isKey) return false
      const found = await accessConversation(who, Number(id)).catch(whereRefused(() => null))
      return found !== null && found.conversation.companyId === Number(companyId)
    },
  },
  {
    pattern: supportChannelPattern,
    may: (_, { actor }) => actor.isAdmin && !actor.isActing && !actor.isKey,
  },
  /**
   * Presence of the people in a company, for those who may see it. Others, such as guests, are not seen either; hidden
   * people only watch.
   */
  {
    pattern: /^presence-company\.(\d+)$/,
    join: async ([, companyId], { actor, ability, db }) => {
      const ours = { companyId: actor.companyId }
      if (Number(companyId) !== actor.companyId || !allows(ability, 'read', 'Member', ours) || actor.isKey) return false
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

/** Files of messages and pictures of groups are seen by all who see the message or group. */
export const messagingFiles: FileOwners = {
  message: async (ctx, { companyId, id }) => {
    const { db, actor } = ctx
    if (actor.isActing || actor.isKey) return false
    const reported = db
      .select({ one: sql`1` })
      .from(messageReports)
      .where(and(eq(messageReports.companyId, messages.companyId), eq(messageReports.messageId, messages.id)))
    const [found] = await db
      .select({ id: messages.id })
      .from(messageAttachments)
      .innerJoin(messages, eq(messages.id, messageAttachments.messageId))
      .innerJoin(conversations, and(eq(conversations.id, messages.conversationId), isNull(conversations.deletedAt)))
      .leftJoin(conversationMembers, isIn(actor.id))
      .where(
        and(
          eq(messageAttachments.companyId, companyId),
          eq(messageAttachments.fileId, id),
          isNull(messages.deletedAt),
          or(
            gt(messages.id, conversationMembers.sinceId),
            actor.isAdmin ? eq(conversations.type, 'support') : undefined,
            mayModerate(ctx) ? sql`exists ${reported}` : undefined,
          ),
        ),
      )
      .limit(1)
    return found !== undefined
  },
  conversation: async ({ db, actor }, { companyId, id }) => {
    const [found] = await db
      .select({ id: conversations.id })
      .from(conversations)
      .innerJoin(conversationMembers, isIn(actor.id))
      .where(
        and(
          eq(conversations.companyId, companyId),
          eq(conversations.pictureFileId, id),
          isNull(conversations.deletedAt),
        ),
      )
      .limit(1)
    return found !== undefined
  },
}

const isIn = (userId: number) =>
  and(
    eq(conversationMembers.companyId, conversations.companyId),
    eq(conversationMembers.conversationId, conversations.id),
    eq(conversationMembers.userId, userId),
    isNull(conversationMembers.leftAt),
  )
