/** Posts a message: one round trip reads, and the next writes and commits. */

import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { maxAttachments } from '#shared/lib/fileKinds.ts'
import type { Locale } from '#shared/lib/language.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import type { MessageKind } from '#shared/messaging/rules.ts'
import { type Message, messagingEvents } from '#shared/messaging/shapes.ts'
import { users } from '../accounts/table.ts'
import { claimFiles, insertUploads } from '../files/commands.ts'
import type { FileRow } from '../files/queries.ts'
import { type Context, whereRefused } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { preparedOn } from '../lib/db/prepared.ts'
import { broadcast } from '../lib/ports.ts'
import {
  accessMessage,
  admitted,
  type ConversationRow,
  channelOf,
  isOwnMembership,
  type Joined,
  lockRow,
  type MessageRow,
  messageColumns,
} from './access.ts'
import { blockerIds, isBlocked } from './blocks.ts'
import { presentMessage, presentPlain, senderColumns } from './present.ts'
import { broadcastToPeople, broadcastToReaders, recipientsOf, withOneMore } from './recipients.ts'
import { conversationMembers, conversations, messageAttachments, messages } from './table.ts'

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
 * Posts a message and returns it; the same uuid of the same person returns the earlier message. With `isLast` nothing
 * follows in the transaction, so the rows may be written with the commit. Throws `plan_expired` outside the support
 * line, `blocked`, `invalid`, `not_found`.
 */
export async function postMessage(
  ctx: Context,
  id: number,
  draft: Draft,
  { isLast = false }: { isLast?: boolean } = {},
): Promise<Message> {
  const { joined, before, me, blockers, slot, unread } = await readBeforePost(ctx, id, draft.uuid)
  const { conversation } = joined
  if (before) return presentMessage(ctx.db, before)
  // A company whose plan has ended still reaches the support.
  if (conversation.type !== 'support' && ctx.isPlanOver && !ctx.actor.isAdmin) throw new Problem('plan_expired')
  if (isBlocked(conversation, blockers)) throw new Problem('blocked')
  const forwarded = draft.forwardId === undefined ? null : await accessMessage(ctx, draft.forwardId)
  const messageText = draft.messageText || forwarded?.message.messageText || ''
  const files = await filesOf(ctx, conversation, draft)
  const forwardedAttachments = forwarded ? await attachedTo(ctx, forwarded.message) : []
  if (messageText === '' && files.length + forwardedAttachments.length === 0 && !draft.card)
    throw invalidField('message_text', 'required')
  await requireReply(ctx, joined, draft.replyToId)
  const mentions = await knownMentions(ctx, conversation, draft.mentions ?? [])
  const isPlain = draft.replyToId === undefined && files.length + forwardedAttachments.length === 0 && !draft.card
  const written = {
    ...{ messageText, mentions, uuid: draft.uuid ?? randomUUID(), kind: 'message' as const },
    ...{ replyToId: draft.replyToId ?? null, isUrgent: draft.isUrgent ?? false, isForwarded: forwarded !== null },
    hasFiles: files.length + forwardedAttachments.filter(({ fileId }) => fileId !== null).length > 0,
    at: draft.at,
  }
  const row = await append(ctx, conversation, slot, written, { isLast: isLast && isPlain })
  await attach(ctx, row, files, draft.card, forwardedAttachments)
  const message = isPlain ? presentPlain(row, me) : await presentMessage(ctx.db, row)
  if (message.reply_to) await broadcastToReaders(ctx, conversation, 'message.sent', message)
  else broadcast(ctx, messagingEvents, 'message.sent', message, [channelOf(conversation)])
  const people = withOneMore(unread).filter(({ userId }) => !blockers.has(userId))
  broadcastToPeople(ctx, conversation, message, people)
  return message
}

/**
 * Reads everything that a post needs, in one round trip. The statements run in this order, so everything read after the
 * lock stays true until the end of the transaction.
 */
async function readBeforePost(ctx: Context, id: number, uuid: string | undefined) {
  const { id: userId } = ctx.actor
  const [, [found], before, unread] = await Promise.all([
    lockRow(ctx, id),
    preparedOn(ctx.db, 'slot of a message', prepareReadBeforePost).execute({ id, userId }),
    uuid === undefined ? undefined : findByUuid(ctx, id, uuid),
    recipientsOf(ctx, id, userId),
  ])
  const joined = admitted(ctx, found)
  const { me, blockers, messageId, now } = found as NonNullable<typeof found>
  return { joined, before, me, blockers: new Set(blockers), slot: { messageId, now }, unread }
}

type MessageSlot = { messageId: number; now: Date }

/**
 * The id and the time of the next message, read under the lock, so that ids, times and commits have one order on all
 * nodes. A refused message leaves a gap.
 */
const slotColumns = {
  messageId: sql<number>`nextval(pg_get_serial_sequence('messages', 'id'))::int`,
  now: sql`date_trunc('milliseconds', clock_timestamp())`.mapWith(messages.createdAt),
}

/** The conversation, the author's membership and name, the people who blocked them, and the message's id and time. */
const prepareReadBeforePost = (db: Database, name: string) =>
  db
    .select({
      conversation: conversations,
      member: conversationMembers,
      me: senderColumns,
      blockers: blockerIds,
      ...slotColumns,
    })
    .from(conversations)
    .leftJoin(conversationMembers, isOwnMembership)
    .leftJoin(users, and(eq(users.id, sql.placeholder('userId')), isNull(users.adminSince)))
    .where(and(eq(conversations.id, sql.placeholder('id')), isNull(conversations.deletedAt)))
    .prepare(name)

async function filesOf(ctx: Context, { companyId }: ConversationRow, draft: Draft): Promise<FileRow[]> {
  const files = [
    ...(await claimFiles(ctx, draft.fileUuids ?? [], 'message')),
    ...(await insertUploads(ctx, companyId, 'message')),
  ]
  if (files.length > maxAttachments) throw invalidField('attachments', 'too_many', { maximum: maxAttachments })
  return files
}

async function requireReply(ctx: Context, joined: Joined, id: number | undefined): Promise<void> {
  if (id === undefined) return
  const { message } = await accessMessage(ctx, id).catch(whereRefused(() => ({ message: undefined })))
  if (message?.conversationId !== joined.conversation.id) throw invalidField('reply_to_id', 'not_found')
}

/** Keeps the mentioned people who are in the conversation. */
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

/** Writes into a locked conversation who joined or left, or its new name. It counts as unread for nobody. */
export async function writeEvent(
  ctx: Context,
  conversation: ConversationRow,
  kind: Exclude<MessageKind, 'message'>,
  { text = '', about }: { text?: string; about?: number },
): Promise<MessageRow> {
  const plain = { replyToId: null, isUrgent: false, isForwarded: false, hasFiles: false }
  const mentions = about === undefined ? [] : [about]
  const written = { ...plain, messageText: text, mentions, uuid: randomUUID(), kind }
  const [next] = await preparedOn(ctx.db, 'next message', prepareNext).execute()
  if (!next) throw new Error('There is no id for a message.')
  const row = await append(ctx, conversation, next, written, { isLast: false })
  broadcast(ctx, messagingEvents, 'message.sent', await presentMessage(ctx.db, row), [channelOf(conversation)])
  return row
}

const prepareNext = (db: Database, name: string) => db.select(slotColumns).from(sql`(select) one`).prepare(name)

type Written = Pick<
  MessageRow,
  'messageText' | 'mentions' | 'uuid' | 'kind' | 'replyToId' | 'isUrgent' | 'isForwarded' | 'hasFiles'
> & { at?: Date | undefined }

/**
 * Adds a row to a locked conversation, in its slot; never before the time of the one above it. With `isLast` nothing
 * that follows in the transaction reads or names the row: it is written with the commit.
 */
async function append(
  ctx: Context,
  conversation: ConversationRow,
  { messageId: id, now }: MessageSlot,
  { at, ...written }: Written,
  { isLast }: { isLast: boolean },
): Promise<MessageRow> {
  const { companyId, lastMessageAt } = conversation
  const changeId = conversation.lastChangeId + 1
  const createdAt = new Date(Math.max((at ?? now).getTime(), lastMessageAt?.getTime() ?? 0))
  const key = { companyId, conversationId: conversation.id, senderId: ctx.actor.id, uuid: written.uuid }
  const row = { ...written, ...key, id, changeId, locale: ctx.locale, createdAt }
  const asked = { ...row, at: createdAt.toISOString() }
  const write = () =>
    Promise.all([
      preparedOn(ctx.db, 'add a message', prepareInsertMessage).execute(asked),
      preparedOn(ctx.db, 'move the end of a conversation', prepareMoveEnd).execute(asked),
    ])
  if (isLast) ctx.deferred.push(write)
  else await write()
  Object.assign(conversation, { lastChangeId: changeId, lastMessageId: id, lastMessageAt: createdAt })
  return { ...row, urgentTold: 0, editedAt: null, deletedAt: null, deletedBy: null, pinnedAt: null } as MessageRow
}

/** Finds the person's earlier message under this uuid. */
async function findByUuid({ db, actor }: Context, id: number, uuid: string): Promise<MessageRow | undefined> {
  const [found] = await preparedOn(db, 'message by uuid', prepareByUuid).execute({ id, senderId: actor.id, uuid })
  return found as MessageRow | undefined
}

const given = <Column extends string>(...columns: Column[]) =>
  Object.fromEntries(columns.map(column => [column, sql.placeholder(column)])) as Record<Column, never>

const keys = ['companyId', 'conversationId', 'senderId', 'uuid'] as const
const texts = ['kind', 'messageText', 'locale', 'replyToId', 'mentions'] as const
const flags = ['isUrgent', 'isForwarded', 'hasFiles', 'changeId'] as const

const at = sql`${sql.placeholder('at')}::timestamptz`

const prepareInsertMessage = (db: Database, name: string) =>
  db
    .insert(messages)
    .overridingSystemValue()
    .values({
      ...given('id', ...keys, ...texts, ...flags),
      createdAt: at,
      words: searchVectorOf(sql.placeholder('messageText'), sql.placeholder('locale'), {
        companyId: sql.placeholder('companyId'),
        id: sql.placeholder('conversationId'),
      }),
    })
    .prepare(name)

const prepareMoveEnd = (db: Database, name: string) =>
  db
    .update(conversations)
    .set({
      lastChangeId: sql`${sql.placeholder('changeId')}`,
      lastMessageId: sql`${sql.placeholder('id')}`,
      lastMessageAt: at,
    })
    .where(eq(conversations.id, sql.placeholder('conversationId')))
    .prepare(name)

const prepareByUuid = (db: Database, name: string) =>
  db
    .select(messageColumns)
    .from(messages)
    .innerJoin(
      conversations,
      and(eq(conversations.companyId, messages.companyId), eq(conversations.id, messages.conversationId)),
    )
    .where(
      and(
        eq(conversations.id, sql.placeholder('id')),
        eq(messages.senderId, sql.placeholder('senderId')),
        eq(messages.uuid, sql.placeholder('uuid')),
      ),
    )
    .prepare(name)

/**
 * The search vector of a message, built by the database with the stems of the writer's language and without accents.
 */
export const searchVectorOf = (
  text: string | Placeholder,
  locale: Locale | Placeholder,
  { companyId, id }: Record<'companyId' | 'id', number | Placeholder>,
): SQL<string> => sql<string>`message_words(${text}, ${locale}, ${companyId}, ${id})`
