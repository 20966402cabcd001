/** Edits messages and deletes them under the lock of their conversation. */

import { and, eq, sql } from 'drizzle-orm'
import { mentionedIn } from '#shared/lib/messageText.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { maxMembers, maxMentions } from '#shared/messaging/rules.ts'
import type { Message } from '#shared/messaging/shapes.ts'
import { users } from '../accounts/table.ts'
import type { Context } from '../lib/context.ts'
import { type ConversationRow, lockMessage, type MessageRow, messageColumns } from './access.ts'
import { requireOpenPair } from './blocks.ts'
import { searchVectorOf } from './post.ts'
import { presentMessage } from './present.ts'
import { broadcastToReaders } from './recipients.ts'
import { conversationMembers, conversations, messages, messageVersions } from './table.ts'

/** Changes an own message; the text that it had is kept. */
export async function editMessage(ctx: Context, id: number, messageText: string): Promise<Message> {
  const { conversation, message } = await lockMessage(ctx, id)
  if (message.senderId !== ctx.actor.id || message.kind !== 'message') throw new Problem('forbidden')
  if (message.deletedAt) throw new Problem('message_deleted')
  await requireOpenPair(ctx, conversation)
  if (message.messageText === messageText) return presentMessage(ctx.db, message)
  if (messageText === '' && !message.hasFiles) throw invalidField('message_text', 'required')
  await ctx.db.insert(messageVersions).values({
    companyId: message.companyId,
    messageId: id,
    messageText: message.messageText,
    replacedAt: ctx.now,
  })
  const words = searchVectorOf(messageText, ctx.locale, conversation)
  const mentions = await mentionsNow(ctx, conversation, message, messageText)
  return changeMessage(ctx, conversation, id, 'message.updated', { messageText, mentions, editedAt: ctx.now, words })
}

/** The members whom the new text names; people who were told without being named in the old one stay. */
async function mentionsNow(
  { db }: Context,
  { companyId, id }: ConversationRow,
  before: MessageRow,
  messageText: string,
) {
  const people = await db
    .select({ id: users.id, name: users.name, leftAt: conversationMembers.leftAt })
    .from(conversationMembers)
    .innerJoin(users, eq(users.id, conversationMembers.userId))
    .where(and(eq(conversationMembers.companyId, companyId), eq(conversationMembers.conversationId, id)))
    .orderBy(sql`${conversationMembers.leftAt} is not null`, users.id)
    .limit(maxMembers)
  const named = new Set(mentionedIn(before.messageText, people))
  const kept = before.mentions.filter(userId => !named.has(userId))
  const present = people.filter(({ leftAt }) => leftAt === null)
  return [...new Set([...kept, ...mentionedIn(messageText, present)])].slice(0, maxMentions)
}

type Change = Partial<typeof messages.$inferInsert> | { words: ReturnType<typeof searchVectorOf> }

/** Writes what has changed of a message in a locked conversation, and tells everybody in it. */
export async function changeMessage(
  ctx: Context,
  conversation: ConversationRow,
  id: number,
  event: 'message.updated' | 'message.deleted',
  change: Change = {},
): Promise<Message> {
  const changeId = conversation.lastChangeId + 1
  conversation.lastChangeId = changeId
  await ctx.db.update(conversations).set({ lastChangeId: changeId }).where(eq(conversations.id, conversation.id))
  const [row] = await ctx.db
    .update(messages)
    .set({ ...change, changeId })
    .where(eq(messages.id, id))
    .returning(messageColumns)
  if (!row) throw new Problem('not_found')
  const message = await presentMessage(ctx.db, row as MessageRow)
  await broadcastToReaders(ctx, conversation, event, message)
  return message
}
