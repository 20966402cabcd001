/** Reading: pointers that only move on, and from which everything unread is counted. */
import { and, asc, count, eq, gt, gte, isNull, lt, ne } from 'drizzle-orm'
import { userChannel } from '#shared/lib/contract.ts'
import { maxUnread } from '#shared/messaging/rules.ts'
import { messagingEvents, supportChannel } from '#shared/messaging/shapes.ts'
import type { Context } from '../lib/context.ts'
import { broadcast } from '../lib/ports.ts'
import { channelOf, type Joined, lockConversation, type MessageRow, readUpToBy } from './access.ts'
import { conversationMembers, conversations, messageReads, messages, messageVersions } from './table.ts'

/** Notes that the actor has read up to a message, or to the latest. To go back changes nothing. */
export async function readUpTo(ctx: Context, id: number, messageId?: number) {
  const joined = await lockConversation(ctx, id)
  const { conversation, member } = joined
  const pointer = readUpToBy(joined)
  const last = conversation.lastMessageId ?? 0
  const target = Math.min(messageId ?? last, last)
  if (target > pointer) {
    const changeId = conversation.lastChangeId + 1
    const { companyId } = conversation
    await ctx.db
      .insert(messageReads)
      .values({
        ...{ companyId, conversationId: id, userId: ctx.actor.id, changeId },
        ...{ fromId: pointer, messageId: target, readAt: ctx.now },
      })
      .onConflictDoNothing()
    await ctx.db
      .update(conversations)
      .set({ lastChangeId: changeId, ...(!member && { supportReadId: target }) })
      .where(eq(conversations.id, id))
    if (member)
      await ctx.db
        .update(conversationMembers)
        .set({ lastReadId: target })
        .where(
          and(
            eq(conversationMembers.companyId, companyId),
            eq(conversationMembers.conversationId, id),
            eq(conversationMembers.userId, ctx.actor.id),
          ),
        )
    broadcastReading(ctx, joined, target, changeId)
  }
  return {
    last_read_id: Math.max(pointer, target),
    unread_count: await unreadIn(ctx, conversation, Math.max(pointer, target)),
  }
}

function broadcastReading(ctx: Context, { conversation, member }: Joined, target: number, changeId: number): void {
  const read = {
    conversation_id: conversation.id,
    change_id: changeId,
    user_id: ctx.actor.id,
    read_at: ctx.now.toISOString(),
  }
  broadcast(ctx, messagingEvents, 'message.read', { ...read, message_id: target }, [channelOf(conversation)])
  broadcast(ctx, messagingEvents, 'conversation-read', { ...read, last_read_id: target }, [channelOf(conversation)])
  // The reader's other tabs and devices, which may not have the conversation open.
  const own = member ? [userChannel(ctx.actor.id)] : [supportChannel]
  broadcast(ctx, messagingEvents, 'conversation.own', { id: conversation.id }, own)
}

async function unreadIn(
  { db, actor }: Context,
  { id, companyId }: Joined['conversation'],
  pointer: number,
): Promise<number> {
  const unread = db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.companyId, companyId),
        eq(messages.conversationId, id),
        gt(messages.id, pointer),
        ne(messages.senderId, actor.id),
        eq(messages.kind, 'message'),
        isNull(messages.deletedAt),
      ),
    )
    .limit(maxUnread)
    .as('unread')
  const [found] = await db.select({ total: count() }).from(unread)
  return found?.total ?? 0
}

// Smaller readings of conversations and messages.

/** Where a conversation is, without a look at who is in it. */
export async function findConversationRow({ db }: Context, id: number) {
  const [found] = await db
    .select({ id: conversations.id, companyId: conversations.companyId })
    .from(conversations)
    .where(eq(conversations.id, id))
  return found
}

/** The texts that a message had before, the first one first. */
export async function versionsOf({ db }: Context, { companyId, id }: MessageRow) {
  const rows = await db
    .select()
    .from(messageVersions)
    .where(and(eq(messageVersions.companyId, companyId), eq(messageVersions.messageId, id)))
    .orderBy(asc(messageVersions.id))
    .limit(200)
  return rows.map(({ messageText, replacedAt }) => ({
    message_text: messageText,
    replaced_at: replacedAt.toISOString(),
  }))
}

/** Who has read a message, and when; not who wrote it. */
export async function readsOfMessage({ db }: Context, { companyId, conversationId, id, senderId }: MessageRow) {
  const rows = await db
    .select({ userId: messageReads.userId, readAt: messageReads.readAt })
    .from(messageReads)
    .where(
      and(
        eq(messageReads.companyId, companyId),
        eq(messageReads.conversationId, conversationId),
        gte(messageReads.messageId, id),
        lt(messageReads.fromId, id),
      ),
    )
    .orderBy(asc(messageReads.readAt))
  return rows
    .filter(({ userId }) => userId !== senderId)
    .map(({ userId, readAt }) => ({ user_id: userId, read_at: readAt.toISOString() }))
}
