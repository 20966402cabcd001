/** What becomes of a message that is deleted for all: a tombstone stays, and nothing of what it said. */
import { and, eq, inArray } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import type { Message } from '#shared/messaging/shapes.ts'
import { eraseFiles } from '../files/commands.ts'
import { files } from '../files/table.ts'
import type { Context } from '../lib/context.ts'
import { type ConversationRow, lockMessage, type MessageRow, mayModerate } from './access.ts'
import { changeMessage } from './messages.ts'
import { presentMessage } from './present.ts'
import { messageAttachments, messageReactions, messageVersions } from './table.ts'

/** Deletes a message for all: whoever wrote it does, or who sees to reports and is in the conversation. */
export async function deleteMessage(ctx: Context, id: number): Promise<Message> {
  const { conversation, member, message } = await lockMessage(ctx, id)
  const isOwn = message.senderId === ctx.actor.id
  if (message.kind !== 'message' || !(isOwn || (mayModerate(ctx) && member))) throw new Problem('forbidden')
  return tombstoneMessage(ctx, conversation, message)
}

/** Leaves the tombstone of a message in a locked conversation. To do it again changes nothing. */
export async function tombstoneMessage(
  ctx: Context,
  conversation: ConversationRow,
  message: MessageRow,
): Promise<Message> {
  if (message.deletedAt) return presentMessage(ctx.db, message)
  await eraseContent(ctx, message.companyId, [message.id])
  return changeMessage(ctx, conversation, message.id, 'message.deleted', {
    ...{ messageText: '', words: null, mentions: [], hasFiles: false, isUrgent: false, pinnedAt: null },
    ...{ deletedAt: ctx.now, deletedBy: ctx.actor.id || null },
  })
}

/** Erases what belongs to messages: earlier texts, reactions, and the files that no other message has. */
async function eraseContent(ctx: Context, companyId: number, ids: number[]): Promise<void> {
  const { db } = ctx
  await db
    .delete(messageVersions)
    .where(and(eq(messageVersions.companyId, companyId), inArray(messageVersions.messageId, ids)))
  await db
    .delete(messageReactions)
    .where(and(eq(messageReactions.companyId, companyId), inArray(messageReactions.messageId, ids)))
  const attached = await db
    .delete(messageAttachments)
    .where(and(eq(messageAttachments.companyId, companyId), inArray(messageAttachments.messageId, ids)))
    .returning({ fileId: messageAttachments.fileId })
  const fileIds = attached.flatMap(({ fileId }) => fileId ?? [])
  if (fileIds.length === 0) return
  const elsewhere = await db
    .select({ fileId: messageAttachments.fileId })
    .from(messageAttachments)
    .where(and(eq(messageAttachments.companyId, companyId), inArray(messageAttachments.fileId, fileIds)))
  const kept = new Set(elsewhere.map(({ fileId }) => fileId))
  const gone = fileIds.filter(id => !kept.has(id))
  if (gone.length > 0) await eraseFiles(ctx, await db.select().from(files).where(inArray(files.id, gone)))
}
