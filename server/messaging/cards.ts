/** Submissions and tasks as cards. Whoever sends one must be able to see it; whoever reads it sees what they may. */
import { invalidField } from '#shared/lib/problem.ts'
import type { Message } from '#shared/messaging/shapes.ts'
import type { Context } from '../lib/context.ts'
import { accessSubmission } from '../submissions/queries.ts'
import { accessSentTask } from '../tasks/sentTaskQueries.ts'
import { openConversation } from './conversations.ts'
import { postMessage } from './messages.ts'

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

async function send(
  ctx: Context,
  what: { submissionId: number } | { sentTaskId: number },
  { conversationId, userIds = [], messageText = '', uuid, at }: Card,
): Promise<Message> {
  if (conversationId === undefined && userIds.length === 0) throw invalidField('user_ids', 'one_person_needed')
  const id = conversationId ?? (await openConversation(ctx, { type: 'private', userIds }))
  return postMessage(ctx, id, { messageText, uuid, card: what, at })
}
