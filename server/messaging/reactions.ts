/**
 * Reactions, pins and acknowledgements of messages, and cards of submissions and tasks. The sender of a card must be
 * able to see its record; a reader sees as much of it as their rights allow.
 */
import { and, eq } from 'drizzle-orm'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import type { Message } from '#shared/messaging/shapes.ts'
import type { Context } from '../lib/context.ts'
import { accessSubmission } from '../submissions/queries.ts'
import { accessSentTask } from '../tasks/sentTaskQueries.ts'
import { lockMessage } from './access.ts'
import { requireOpenPair } from './blocks.ts'
import { countConversation, openConversation } from './conversations.ts'
import { changeMessage } from './messages.ts'
import { postMessage } from './post.ts'
import { messageAcknowledgements, messageReactions } from './table.ts'

async function lockLiving(ctx: Context, id: number) {
  const found = await lockMessage(ctx, id)
  if (found.message.deletedAt) throw new Problem('message_deleted')
  if (found.message.kind !== 'message') throw new Problem('forbidden')
  return found
}

/** Puts a sign under a message, or takes it away. */
export async function react(ctx: Context, id: number, emoji: string, isOn: boolean): Promise<Message> {
  const { conversation, message } = await lockLiving(ctx, id)
  await requireOpenPair(ctx, conversation)
  const reaction = { companyId: message.companyId, messageId: id, userId: ctx.actor.id, emoji }
  if (isOn) await ctx.db.insert(messageReactions).values(reaction).onConflictDoNothing()
  else
    await ctx.db
      .delete(messageReactions)
      .where(
        and(
          eq(messageReactions.companyId, reaction.companyId),
          eq(messageReactions.messageId, id),
          eq(messageReactions.userId, reaction.userId),
          eq(messageReactions.emoji, emoji),
        ),
      )
  return changeMessage(ctx, conversation, id, 'message.updated')
}

/** Pins a message for everybody in the conversation, or no longer. */
export async function pin(ctx: Context, id: number, isOn: boolean): Promise<Message> {
  const { conversation } = await lockLiving(ctx, id)
  await requireOpenPair(ctx, conversation)
  return changeMessage(ctx, conversation, id, 'message.updated', { pinnedAt: isOn ? ctx.now : null })
}

/** Says that an urgent message was taken note of. To say it again changes nothing. */
export async function acknowledge(ctx: Context, id: number): Promise<Message> {
  const { conversation, message } = await lockLiving(ctx, id)
  if (!message.isUrgent) throw new Problem('forbidden')
  await ctx.db
    .insert(messageAcknowledgements)
    .values({ companyId: message.companyId, messageId: id, userId: ctx.actor.id, acknowledgedAt: ctx.now })
    .onConflictDoNothing()
  return changeMessage(ctx, conversation, id, 'message.updated')
}

type Card = {
  conversationId?: number | undefined
  userIds?: number[] | undefined
  messageText?: string | undefined
  uuid?: string | undefined
  at?: Date | undefined
}

/** Sends a submission into a conversation, or privately to one person. */
export async function sendSubmission(ctx: Context, submissionId: number, card: Card): Promise<Message> {
  const { id } = await accessSubmission(ctx, submissionId, 'read')
  return send(ctx, { submissionId: id }, card)
}

/** Sends an occurrence of a task into a conversation, or privately to one person. */
export async function sendTask(ctx: Context, taskSentId: number, card: Card): Promise<Message> {
  const { id } = await accessSentTask(ctx, taskSentId, 'read')
  return send(ctx, { sentTaskId: id }, card)
}

/** Counts the conversation that a card begins where none is named. Throws what `countConversation` throws. */
export async function countForCard(ctx: Context, { conversationId, userIds = [] }: Card): Promise<void> {
  if (conversationId === undefined && userIds.length > 0) await countConversation(ctx, { type: 'private' })
}

async function send(
  ctx: Context,
  what: { submissionId: number } | { sentTaskId: number },
  { conversationId, userIds = [], messageText = '', uuid, at }: Card,
): Promise<Message> {
  if (conversationId === undefined && userIds.length === 0) throw invalidField('user_ids', 'one_person_needed')
  const id = conversationId ?? (await openConversation(ctx, { type: 'private', userIds }))
  return postMessage(ctx, id, { messageText, uuid, card: what, at })
}
