/** Smaller readings of conversations and messages. */
import { and, asc, eq, gte, lt } from 'drizzle-orm'
import type { Context } from '../lib/context.ts'
import type { MessageRow } from './access.ts'
import { conversations, messageReads, messageVersions } from './table.ts'

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
