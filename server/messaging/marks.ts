/** What people do to a message besides writing it: react, pin, acknowledge. */
import { and, eq } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import type { Message } from '#shared/messaging/shapes.ts'
import type { Context } from '../lib/context.ts'
import { lockMessage } from './access.ts'
import { requireOpenPair } from './blocks.ts'
import { changeMessage } from './messages.ts'
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
  const mark = { companyId: message.companyId, messageId: id, userId: ctx.actor.id, emoji }
  if (isOn) await ctx.db.insert(messageReactions).values(mark).onConflictDoNothing()
  else
    await ctx.db
      .delete(messageReactions)
      .where(
        and(
          eq(messageReactions.companyId, mark.companyId),
          eq(messageReactions.messageId, id),
          eq(messageReactions.userId, mark.userId),
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
