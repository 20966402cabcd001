/** Presents messages, the same for answers and events: nothing depends on the reader. */

import { and, asc, eq, gt, gte, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import { distinct } from '#shared/lib/distinct.ts'
import type { Message } from '#shared/messaging/shapes.ts'
import { users } from '../accounts/table.ts'
import { files } from '../files/table.ts'
import type { Database } from '../lib/db/pools.ts'
import { inPreparedIds, preparedOn } from '../lib/db/prepared.ts'
import type { MessageRow } from './access.ts'
import {
  conversationMembers,
  messageAcknowledgements,
  messageAttachments,
  messageReactions,
  messageReads,
  messages,
} from './table.ts'

type Shown = Omit<MessageRow, 'words'>
type Named = { id: number; name: string; avatar: string | null }
type Sender = Message['sender']

/**
 * Names and pictures of people. The platform's administrators, who answer support, have none for anybody, because one
 * event goes to all.
 */
export async function sendersOf(db: Database, ids: number[]): Promise<Map<number, Named>> {
  if (ids.length === 0) return new Map()
  const found = await preparedOn(db, 'senders', prepareSenders).execute({ ids: distinct(ids) })
  return new Map(found.map(person => [person.id, person]))
}

/** What others see of the author of a message. */
export const senderColumns = { id: users.id, name: users.name, avatar: users.avatar }

const prepareSenders = (db: Database, name: string) =>
  db
    .select(senderColumns)
    .from(users)
    .where(and(inPreparedIds(users.id), isNull(users.adminSince)))
    .prepare(name)

/**
 * Messages in the order in which they are given, with all that belongs to them. They are of one conversation; those of
 * several, of one company, come without who has read them.
 */
export async function presentMessages(db: Database, rows: Shown[], isOfSeveral = false): Promise<Message[]> {
  if (rows.length === 0) return []
  const { companyId } = rows[0] as Shown
  const ids = rows.map(({ id }) => id)
  const [replies, reactions, attached, reads, acknowledged] = await Promise.all([
    repliesOf(db, rows),
    reactionsOf(db, companyId, ids),
    attachmentsOf(db, companyId, ids),
    isOfSeveral ? () => ({ reads: [], changeId: 0 }) : readsOf(db, rows),
    acknowledgementsOf(db, companyId, rows),
  ])
  const senders = await sendersOf(
    db,
    [...rows, ...replies.values()].map(({ senderId }) => senderId),
  )
  return rows.map(row => {
    const read = reads(row)
    return {
      ...presentPlain(row, senders.get(row.senderId) ?? null),
      reply_to: replyOf(row.replyToId === null ? undefined : replies.get(row.replyToId), senders),
      ...(row.deletedAt
        ? {}
        : {
            reactions: reactions.get(row.id) ?? [],
            attachments: attached.get(row.id) ?? [],
            acknowledgements: acknowledged.get(row.id) ?? [],
          }),
      reads: read.reads,
      change_id: Math.max(row.changeId, read.changeId),
    }
  })
}

/** The messages as somebody reads them who sees what came after one of them: without quotes of what came before. */
export const readAfter = <M extends Pick<Message, 'reply_to'>>(shown: M[], sinceId: number): M[] =>
  shown.map(message => (message.reply_to && message.reply_to.id <= sinceId ? { ...message, reply_to: null } : message))

export async function presentMessage(db: Database, row: Shown): Promise<Message> {
  const [message] = await presentMessages(db, [row])
  return message as Message
}

/** A message to which nothing belongs yet. Of a deleted one a tombstone is left. */
export const presentPlain = (row: Shown, sender: Sender): Message => ({
  id: row.id,
  uuid: row.uuid,
  conversation_id: row.conversationId,
  kind: row.kind,
  sender,
  sender_id: row.senderId,
  message_text: row.deletedAt ? '' : row.messageText,
  locale: row.locale as Message['locale'],
  created_at: row.createdAt.toISOString(),
  edited_at: row.editedAt?.toISOString() ?? null,
  deleted_at: row.deletedAt?.toISOString() ?? null,
  reply_to: null,
  is_forwarded: row.isForwarded,
  mentions: row.mentions,
  reactions: [],
  attachments: [],
  reads: [],
  pinned_at: row.pinnedAt?.toISOString() ?? null,
  is_urgent: row.isUrgent,
  acknowledgements: [],
  change_id: row.changeId,
})

type Reply = { id: number; senderId: number; messageText: string; deletedAt: Date | null }
/** The characters of a message that are shown above its reply. */
const quoted = 200

async function repliesOf(db: Database, rows: Shown[]): Promise<Map<number, Reply>> {
  const ids = distinct(rows.flatMap(({ replyToId }) => replyToId ?? []))
  if (ids.length === 0) return new Map()
  const { id, senderId, messageText, deletedAt } = messages
  const found = await db
    .select({ id, senderId, messageText: sql<string>`left(${messageText}, ${quoted})`, deletedAt })
    .from(messages)
    .where(inArray(messages.id, ids))
  return new Map(found.map(reply => [reply.id, reply]))
}

function replyOf(reply: Reply | undefined, senders: Map<number, Named>): Message['reply_to'] {
  if (!reply) return null
  return {
    id: reply.id,
    sender: senders.get(reply.senderId) ?? null,
    message_text: reply.deletedAt ? '' : reply.messageText,
    deleted_at: reply.deletedAt?.toISOString() ?? null,
  }
}

async function reactionsOf(db: Database, companyId: number, ids: number[]) {
  const rows = await db
    .select()
    .from(messageReactions)
    .where(and(eq(messageReactions.companyId, companyId), inArray(messageReactions.messageId, ids)))
    .orderBy(asc(messageReactions.createdAt))
  return new Map(
    [...Map.groupBy(rows, ({ messageId }) => messageId)].map(([id, of]) => [
      id,
      [...Map.groupBy(of, ({ emoji }) => emoji)].map(([emoji, by]) => ({
        emoji,
        user_ids: by.map(({ userId }) => userId),
      })),
    ]),
  )
}

async function attachmentsOf(db: Database, companyId: number, ids: number[]) {
  const rows = await db
    .select({ attachment: messageAttachments, file: files })
    .from(messageAttachments)
    .leftJoin(files, eq(files.id, messageAttachments.fileId))
    .where(and(eq(messageAttachments.companyId, companyId), inArray(messageAttachments.messageId, ids)))
    .orderBy(asc(messageAttachments.position))
  return new Map(
    [...Map.groupBy(rows, ({ attachment }) => attachment.messageId)].map(([id, of]) => [id, of.map(presentAttachment)]),
  )
}

type Attached = { attachment: typeof messageAttachments.$inferSelect; file: typeof files.$inferSelect | null }

function presentAttachment({ attachment, file }: Attached): Message['attachments'][number] {
  const { submissionId, sentTaskId } = attachment
  if (submissionId !== null) return { type: 'form_submission', form_submission_id: submissionId }
  if (sentTaskId !== null) return { type: 'task_sent', task_sent_id: sentTaskId }
  if (!file) throw new Error(`The file of attachment ${attachment.id} is gone.`)
  return {
    type: file.width === null ? 'document' : 'image',
    id: file.id,
    uuid: file.uuid,
    path: file.path,
    name: file.name,
    content_type: file.contentType,
    size: file.size,
    width: file.width,
    height: file.height,
    placeholder: file.placeholder,
    preview_path: file.previewPath,
  }
}

async function acknowledgementsOf(db: Database, companyId: number, rows: Shown[]) {
  const ids = rows.filter(({ isUrgent }) => isUrgent).map(({ id }) => id)
  if (ids.length === 0) return new Map<number, Message['acknowledgements']>()
  const found = await db
    .select()
    .from(messageAcknowledgements)
    .where(and(eq(messageAcknowledgements.companyId, companyId), inArray(messageAcknowledgements.messageId, ids)))
    .orderBy(asc(messageAcknowledgements.acknowledgedAt))
  return new Map(
    [...Map.groupBy(found, ({ messageId }) => messageId)].map(([id, of]) => [
      id,
      of.map(({ userId, acknowledgedAt }) => ({ user_id: userId, acknowledged_at: acknowledgedAt.toISOString() })),
    ]),
  )
}

type ReadRow = { userId: number; fromId: number; messageId: number; readAt: Date; changeId: number }

/**
 * Who had read each of the messages when. Of each person it takes the visits that ended among these messages, and the
 * first that ended after them: what came later is of no account here, however much it is.
 */
async function readsOf(db: Database, rows: Shown[]) {
  const [first, last] = [Math.min(...rows.map(({ id }) => id)), Math.max(...rows.map(({ id }) => id))]
  const { companyId, conversationId } = rows[0] as Shown
  const columns = {
    userId: messageReads.userId,
    fromId: messageReads.fromId,
    messageId: messageReads.messageId,
    readAt: messageReads.readAt,
    changeId: messageReads.changeId,
  }
  const here = and(eq(messageReads.companyId, companyId), eq(messageReads.conversationId, conversationId))
  const within = db
    .select(columns)
    .from(messageReads)
    .where(and(here, gte(messageReads.messageId, first), lte(messageReads.messageId, last)))
  const firstAfter = db
    .select(columns)
    .from(messageReads)
    .where(
      and(
        here,
        eq(messageReads.userId, conversationMembers.userId),
        gt(messageReads.messageId, last),
        lt(messageReads.fromId, last),
      ),
    )
    .orderBy(asc(messageReads.messageId))
    .limit(1)
    .as('first_after')
  const next = db
    .select({
      userId: firstAfter.userId,
      fromId: firstAfter.fromId,
      messageId: firstAfter.messageId,
      readAt: firstAfter.readAt,
      changeId: firstAfter.changeId,
    })
    .from(conversationMembers)
    .innerJoinLateral(firstAfter, sql`true`)
    .where(and(eq(conversationMembers.companyId, companyId), eq(conversationMembers.conversationId, conversationId)))
  const [inside, after] = await Promise.all([within, next])
  const visits: ReadRow[] = [...inside, ...after].sort((a, b) => a.messageId - b.messageId)
  return ({ id, senderId }: Shown) => {
    const of = visits.filter(visit => visit.fromId < id && id <= visit.messageId)
    return {
      reads: of
        .filter(({ userId }) => userId !== senderId)
        .map(({ userId, readAt }) => ({ user_id: userId, read_at: readAt.toISOString() })),
      changeId: Math.max(0, ...of.map(({ changeId }) => changeId)),
    }
  }
}
