/** Posts, edits and deletes messages under the lock of their conversation. */

import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { userChannel } from '#shared/lib/contract.ts'
import { maxAttachments } from '#shared/lib/fileKinds.ts'
import { mentionedIn } from '#shared/lib/messageText.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { type MessageKind, maxMembers, maxMentions } from '#shared/messaging/rules.ts'
import {
  conversationChannel,
  type Message,
  messagingEvents,
  type Notification,
  supportChannel,
} from '#shared/messaging/shapes.ts'
import { users } from '../accounts/table.ts'
import { requireLivingPlan } from '../companies/planQueries.ts'
import { keepFor, keepUploads } from '../files/commands.ts'
import type { FileRow } from '../files/queries.ts'
import type { Context } from '../lib/context.ts'
import { broadcast, broadcastEach } from '../lib/events.ts'
import { whereRefused } from '../lib/refused.ts'
import {
  accessMessage,
  type ConversationRow,
  type Joined,
  lockConversation,
  lockMessage,
  type MessageRow,
  messageColumns,
} from './access.ts'
import { append, findByUuid, nextPlace, searchVectorOf } from './appending.ts'
import { blockersIn, isBlocked, requireOpenPair } from './blocks.ts'
import { textOfNotice } from './preferences.ts'
import { presentMessage, presentPlain, readAfter, sendersOf } from './present.ts'
import { type Recipient, recipientsOf, withOneMore } from './recipients.ts'
import { conversationMembers, conversations, messageAttachments, messages, messageVersions } from './table.ts'

export type Draft = {
  messageText: string
  uuid?: string | undefined
  replyToId?: number | undefined
  mentions?: number[] | undefined
  fileUuids?: string[] | undefined
  isUrgent?: boolean | undefined
  forwardId?: number | undefined
  card?: { submissionId: number } | { sentTaskId: number }
  /** When it was said, where that is not now: the demo's people did over weeks. */
  at?: Date | undefined
}

/**
 * Writes a message; the same uuid of the same person is the message that it was, for ever. With `isLast` it is all that
 * the transaction does, so that what nothing else names is written with the commit.
 */
export async function postMessage(
  ctx: Context,
  id: number,
  draft: Draft,
  { isLast = false }: { isLast?: boolean } = {},
): Promise<Message> {
  const { joined, before, me, blockers, ended, place, unread } = await findPlace(ctx, id, draft.uuid)
  const { conversation } = joined
  const { id: userId } = ctx.actor
  if (before) return presentMessage(ctx.db, before)
  if (conversation.type !== 'support' && ended) throw ended
  if (isBlocked(conversation, blockers)) throw new Problem('blocked')
  const forwarded = draft.forwardId === undefined ? null : await accessMessage(ctx, draft.forwardId)
  const messageText = draft.messageText || forwarded?.message.messageText || ''
  const files = await filesOf(ctx, conversation, draft)
  const passedOn = forwarded ? await attachedTo(ctx, forwarded.message) : []
  if (messageText === '' && files.length + passedOn.length === 0 && !draft.card)
    throw invalidField('message_text', 'required')
  await requireReply(ctx, joined, draft.replyToId)
  const mentions = await knownMentions(ctx, conversation, draft.mentions ?? [])
  const isPlain = draft.replyToId === undefined && files.length + passedOn.length === 0 && !draft.card
  const written = {
    ...{ messageText, mentions, uuid: draft.uuid ?? randomUUID(), kind: 'message' as const },
    ...{ replyToId: draft.replyToId ?? null, isUrgent: draft.isUrgent ?? false, isForwarded: forwarded !== null },
    hasFiles: files.length + passedOn.filter(({ fileId }) => fileId !== null).length > 0,
    at: draft.at,
  }
  const row = await append(ctx, conversation, place, written, { isLast: isLast && isPlain && unread !== undefined })
  const people = unread ? withOneMore(unread) : await recipientsOf(ctx, conversation, userId)
  await attach(ctx, row, files, draft.card, passedOn)
  const message = isPlain ? presentPlain(row, me) : await presentMessage(ctx.db, row)
  if (message.reply_to) await broadcastToReaders(ctx, conversation, 'message.sent', message)
  else broadcast(ctx, messagingEvents, 'message.sent', message, [channelOf(conversation)])
  broadcastToPeople(
    ctx,
    conversation,
    message,
    people.filter(({ userId }) => !blockers.has(userId)),
  )
  return message
}

/**
 * Everything a post reads before it writes, in one round trip. The statements run in the order of the array: those
 * after `lockConversation` hold until the end of the transaction, so `nextPlace` must follow it.
 */
async function findPlace(ctx: Context, id: number, uuid: string | undefined) {
  const { companyId, id: userId, isAdmin } = ctx.actor
  const asked = [
    // Kept and not thrown: a company whose plan has ended still reaches the support.
    isAdmin || companyId === null ? null : refusalOf(requireLivingPlan(ctx.db, companyId, ctx.now)),
    lockConversation(ctx, id),
    uuid === undefined ? undefined : findByUuid(ctx, id, uuid),
    sendersOf(ctx.db, [userId]),
    blockersIn(ctx, id),
    nextPlace(ctx),
    // Before it is written, so that nothing is asked after it. Of the support line the company is not known yet.
    isAdmin || companyId === null ? undefined : recipientsOf(ctx, { id, companyId }, userId),
  ] as const
  // The first refusal is the one that is told.
  for (const one of await Promise.allSettled(asked)) if (one.status === 'rejected') throw one.reason
  const [ended, joined, before, people, blockers, place, unread] = await Promise.all(asked)
  return { joined, before, me: people.get(userId) ?? null, blockers, ended, place, unread }
}

const refusalOf = (asked: Promise<void>) =>
  asked.then(
    () => null,
    error => {
      if (error instanceof Problem) return error
      throw error
    },
  )

const channelOf = ({ companyId, id }: ConversationRow) => conversationChannel(companyId, id)

async function filesOf(ctx: Context, { companyId }: ConversationRow, draft: Draft): Promise<FileRow[]> {
  const files = [
    ...(await keepFor(ctx, draft.fileUuids ?? [], 'message')),
    ...(await keepUploads(ctx, companyId, 'message')),
  ]
  if (files.length > maxAttachments) throw invalidField('attachments', 'too_many', { maximum: maxAttachments })
  return files
}

async function requireReply(ctx: Context, joined: Joined, id: number | undefined): Promise<void> {
  if (id === undefined) return
  const { message } = await accessMessage(ctx, id).catch(whereRefused(() => ({ message: undefined })))
  if (message?.conversationId !== joined.conversation.id) throw invalidField('reply_to_id', 'not_found')
}

/** Of those who are named, the people of the conversation. */
async function knownMentions(ctx: Context, { companyId, id }: ConversationRow, wanted: number[]): Promise<number[]> {
  if (wanted.length === 0) return []
  const { userId } = conversationMembers
  const found = await ctx.db
    .select({ userId })
    .from(conversationMembers)
    .where(
      and(
        eq(conversationMembers.companyId, companyId),
        eq(conversationMembers.conversationId, id),
        inArray(userId, wanted),
      ),
    )
  return found.map(member => member.userId)
}

type Attached = { fileId: number | null; submissionId: number | null; sentTaskId: number | null }

const attachedTo = ({ db }: Context, { companyId, id }: MessageRow): Promise<Attached[]> =>
  db
    .select({
      fileId: messageAttachments.fileId,
      submissionId: messageAttachments.submissionId,
      sentTaskId: messageAttachments.sentTaskId,
    })
    .from(messageAttachments)
    .where(and(eq(messageAttachments.companyId, companyId), eq(messageAttachments.messageId, id)))

async function attach(ctx: Context, row: MessageRow, files: FileRow[], card: Draft['card'], passedOn: Attached[]) {
  const of = [...files.map(({ id }) => ({ fileId: id })), ...(card ? [card] : []), ...passedOn]
  if (of.length === 0) return
  await ctx.db
    .insert(messageAttachments)
    .values(of.map((one, position) => ({ companyId: row.companyId, messageId: row.id, position, ...one })))
}

/** Says in a locked conversation who came or went, or what it is called now. It counts as unread for nobody. */
export async function writeEvent(
  ctx: Context,
  conversation: ConversationRow,
  kind: Exclude<MessageKind, 'message'>,
  { text = '', about }: { text?: string; about?: number },
): Promise<MessageRow> {
  const plain = { replyToId: null, isUrgent: false, isForwarded: false, hasFiles: false }
  const mentions = about === undefined ? [] : [about]
  const written = { ...plain, messageText: text, mentions, uuid: randomUUID(), kind }
  const row = await append(ctx, conversation, await nextPlace(ctx), written, { isLast: false })
  broadcast(ctx, messagingEvents, 'message.sent', await presentMessage(ctx.db, row), [channelOf(conversation)])
  return row
}

/** Tells people of a message, each with their own count. */
function broadcastToPeople(ctx: Context, conversation: ConversationRow, message: Message, people: Recipient[]): void {
  const notice = noticeOf(conversation, message)
  broadcast(ctx, messagingEvents, 'new-message-notification', notice, [channelOf(conversation)])
  broadcastEach(ctx, messagingEvents, 'NewMessageNotification', notice, ownNotices(message, people))
  if (conversation.type === 'support' && !ctx.actor.isAdmin)
    broadcast(
      ctx,
      messagingEvents,
      'NewMessageNotification',
      { ...notice, unread_count: 1, is_muted: false, is_mention: false },
      [supportChannel],
    )
}

/** The part of the event that is for one recipient only, by their channel. */
export const ownNotices = ({ mentions }: Pick<Message, 'mentions'>, people: Recipient[]) =>
  Object.fromEntries(
    people.map(({ userId, isMuted, unreadCount }) => [
      userChannel(userId),
      { unread_count: unreadCount, is_muted: isMuted, is_mention: mentions.includes(userId) },
    ]),
  )

type Notice = Omit<Notification, 'unread_count' | 'is_muted' | 'is_mention'>

export const noticeOf = ({ title }: Pick<ConversationRow, 'title'>, message: Message): Notice => ({
  id: message.id,
  conversation_id: message.conversation_id,
  conversation_title: title,
  created_at: message.created_at,
  message_text: message.message_text.slice(0, textOfNotice),
  attachment_count: message.attachments.length,
  sender: message.sender,
  is_urgent: message.is_urgent,
})

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

/**
 * Tells of a message on its conversation's channel. Where some of the people came after the message, or after the one
 * that it answers, the channel gets what everybody there may read, and the others get all of it on channels of their
 * own.
 */
async function broadcastToReaders(
  ctx: Context,
  conversation: ConversationRow,
  event: 'message.sent' | 'message.updated' | 'message.deleted',
  message: Message,
): Promise<void> {
  const { companyId, conversationId, leftAt } = conversationMembers
  const people = await ctx.db
    .select({ userId: conversationMembers.userId, sinceId: conversationMembers.sinceId })
    .from(conversationMembers)
    .where(and(eq(companyId, conversation.companyId), eq(conversationId, conversation.id), isNull(leftAt)))
  const latest = Math.max(0, ...people.map(({ sinceId }) => sinceId))
  const isForAll = latest < message.id
  const origin = message.reply_to?.id ?? message.id
  const [common = message] = readAfter([message], latest)
  if (isForAll) broadcast(ctx, messagingEvents, event, common, [channelOf(conversation)])
  if (isForAll && latest < origin) return
  for (const { userId, sinceId } of people) {
    const [read] = sinceId < message.id ? readAfter([message], sinceId) : []
    if (read && !(isForAll && read.reply_to === null))
      broadcast(ctx, messagingEvents, event, read, [userChannel(userId)])
  }
}
