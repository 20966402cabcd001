/** Who sees the files of messages and the pictures of groups: whoever sees what names them. */
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { FileOwners } from '../lib/files/storage.ts'
import { mayModerate } from './access.ts'
import { conversationMembers, conversations, messageAttachments, messageReports, messages } from './table.ts'

export const messagingFiles: FileOwners = {
  message: async (ctx, { companyId, id }) => {
    const { db, actor } = ctx
    if (actor.isActing) return false
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
