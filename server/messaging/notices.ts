/** What is unread, as the notices that were told of it, or would have been: for who opens the app, and who was not connected for a while. */
import { and, desc, eq, gt, isNull, lt, ne, notExists, sql } from 'drizzle-orm'
import type { Notification } from '#shared/messaging/shapes.ts'
import type { Context } from '../lib/context.ts'
import { isListed, mine, myPlace, readUpTo, unreadOf } from './conversationQueries.ts'
import { sendersOf } from './present.ts'
import { conversationMembers, conversations, messageAcknowledgements, messages, personBlocks } from './table.ts'

const maxConversations = 100
/** A notice shows the beginning of a message. */
export const textOfNotice = 300

/**
 * Of each conversation with something unread one notice, the newest first: of what is urgent and not acknowledged yet, else of its latest
 * message. With `withinMs`, of what was written in the last so many milliseconds, and by nobody whom the actor has blocked: what would have been told aloud.
 */
export async function listNotices(ctx: Context, withinMs?: number): Promise<Notification[]> {
  const { db, actor } = ctx
  const acknowledged = db
    .select({ messageId: messageAcknowledgements.messageId })
    .from(messageAcknowledgements)
    .where(
      and(
        eq(messageAcknowledgements.companyId, messages.companyId),
        eq(messageAcknowledgements.messageId, messages.id),
        eq(messageAcknowledgements.userId, actor.id),
      ),
    )
  const blocked = db
    .select({ userId: personBlocks.userId })
    .from(personBlocks)
    .where(
      and(
        eq(personBlocks.companyId, messages.companyId),
        eq(personBlocks.userId, actor.id),
        eq(personBlocks.blockedUserId, messages.senderId),
      ),
    )
  const latest = db
    .select({
      id: messages.id,
      senderId: messages.senderId,
      createdAt: messages.createdAt,
      text: messages.messageText,
      mentions: messages.mentions,
      isUrgent: messages.isUrgent,
      // Its columns are named in full: a query of one table leaves their table out.
      attachmentCount: sql<number>`(
        select count(*)::int from message_attachments a where a.company_id = messages.company_id and a.message_id = messages.id
      )`.as('attachment_count'),
    })
    .from(messages)
    .where(
      and(
        eq(messages.companyId, conversations.companyId),
        eq(messages.conversationId, conversations.id),
        gt(messages.id, readUpTo),
        ne(messages.senderId, actor.id),
        eq(messages.kind, 'message'),
        isNull(messages.deletedAt),
        withinMs === undefined
          ? undefined
          : and(gt(messages.createdAt, new Date(ctx.now.getTime() - withinMs)), notExists(blocked)),
      ),
    )
    .orderBy(desc(sql`${messages.isUrgent} and ${notExists(acknowledged)}`), desc(messages.id))
    .limit(1)
    .as('latest')
  const rows = await db
    .select({
      id: latest.id,
      conversationId: conversations.id,
      title: conversations.title,
      createdAt: latest.createdAt,
      text: latest.text,
      attachmentCount: latest.attachmentCount,
      senderId: latest.senderId,
      mentions: latest.mentions,
      isUrgent: latest.isUrgent,
      isMuted: conversationMembers.isMuted,
      unreadCount: unreadOf(actor.id),
    })
    .from(conversations)
    .leftJoin(conversationMembers, myPlace(ctx))
    .innerJoinLateral(latest, sql`true`)
    .where(and(mine(ctx), isListed, lt(readUpTo, sql`coalesce(${conversations.lastMessageId}, 0)`)))
    .orderBy(desc(latest.createdAt), desc(latest.id))
    .limit(maxConversations)
  const senders = await sendersOf(
    db,
    rows.map(({ senderId }) => senderId),
  )
  return rows.map(({ conversationId, createdAt, mentions, ...row }) => ({
    id: row.id,
    conversation_id: conversationId,
    conversation_title: row.title,
    created_at: createdAt.toISOString(),
    message_text: row.text.slice(0, textOfNotice),
    attachment_count: row.attachmentCount,
    sender: senders.get(row.senderId) ?? null,
    unread_count: row.unreadCount,
    is_muted: row.isMuted ?? false,
    is_urgent: row.isUrgent,
    is_mention: mentions.includes(actor.id),
  }))
}
