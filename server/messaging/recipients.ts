/** The recipients of a message, and the events for each of them. */
import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { userChannel } from '#shared/lib/contract.ts'
import { maxUnread } from '#shared/messaging/rules.ts'
import { type Message, messagingEvents, type Notification, supportChannel } from '#shared/messaging/shapes.ts'
import { isAtWork } from '../companies/queries.ts'
import { memberships } from '../companies/table.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { preparedOn } from '../lib/db/prepared.ts'
import { broadcast, broadcastEach } from '../lib/ports.ts'
import { type ConversationRow, channelOf } from './access.ts'
import { unreadOf } from './conversationQueries.ts'
import { maxNotificationText } from './preferences.ts'
import { readAfter } from './present.ts'
import { conversationMembers, conversations, messages } from './table.ts'

export type Recipient = { userId: number; isMuted: boolean; unreadCount: number }

/**
 * Members at work other than the author, each with their own count of unread messages. It is asked at every post: what
 * everybody has unread is counted from one reading of the latest messages.
 */
export async function recipientsOf({ db }: Pick<Context, 'db'>, id: number, senderId: number): Promise<Recipient[]> {
  const [people, [latest]] = await Promise.all([
    preparedOn(db, 'whom to tell', preparePeople).execute({ id, senderId }),
    preparedOn(db, 'latest messages', prepareLatest).execute({ id }),
  ])
  const [ids, senders] = [numbersOf(latest?.ids), numbersOf(latest?.senders)]
  const counted = people.map(({ readUpTo, ...person }) => {
    // The newest first.
    const read = ids.findIndex(message => message <= readUpTo)
    const [end, isKnown] = [read < 0 ? ids.length : read, read >= 0 || ids.length < maxLooked]
    const own = senders.reduce((sum, sender, at) => (at < end && sender === person.userId ? sum + 1 : sum), 0)
    return { ...person, unreadCount: Math.min(maxUnread, end - own), isKnown: isKnown || end - own >= maxUnread }
  })
  const unknown = counted.some(({ isKnown }) => !isKnown)
  const exact = unknown ? await countEach(db, id) : new Map<number, number>()
  return counted.map(({ isKnown, unreadCount, ...person }) => ({
    ...person,
    unreadCount: isKnown ? unreadCount : (exact.get(person.userId) ?? unreadCount),
  }))
}

/** The recipients after one more message. */
export const withOneMore = (people: Recipient[]): Recipient[] =>
  people.map(person => ({ ...person, unreadCount: Math.min(maxUnread, person.unreadCount + 1) }))

/** Some more than are counted, because some of them are somebody's own. */
const maxLooked = maxUnread + 201

/** Parses an array as PostgreSQL writes it, which is quicker than by its type. */
const numbersOf = (list: string | null | undefined): number[] => (list ? list.slice(1, -1).split(',').map(Number) : [])

const readUpTo = sql<number>`greatest(${conversationMembers.lastReadId}, ${conversationMembers.sinceId})`

/** Looked up once, because every index of members and messages begins with it. */
const companyHere = sql`(select company_id from conversations where id = ${sql.placeholder('id')})`

const staying = and(
  eq(conversationMembers.companyId, companyHere),
  eq(conversationMembers.conversationId, sql.placeholder('id')),
  isNull(conversationMembers.leftAt),
)

/** Looked up for each: joined, PostgreSQL reads all who work in the company. */
const worksThere = sql`(select ${isAtWork} from ${memberships} where ${and(
  eq(memberships.companyId, conversationMembers.companyId),
  eq(memberships.userId, conversationMembers.userId),
)})`

const preparePeople = (db: Database, name: string) =>
  db
    .select({ userId: conversationMembers.userId, isMuted: conversationMembers.isMuted, readUpTo })
    .from(conversationMembers)
    .where(and(staying, ne(conversationMembers.userId, sql.placeholder('senderId')), worksThere))
    .prepare(name)

/** The latest messages that at least one member has not read. */
function prepareLatest(db: Database, name: string) {
  const earliest = db
    .select({ earliest: sql`min(${readUpTo})` })
    .from(conversationMembers)
    .where(staying)
  const latest = db
    .select({ id: messages.id, senderId: messages.senderId })
    .from(messages)
    .where(
      and(
        eq(messages.companyId, companyHere),
        eq(messages.conversationId, sql.placeholder('id')),
        gt(messages.id, sql`(${earliest})`),
        eq(messages.kind, 'message'),
        isNull(messages.deletedAt),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(maxLooked)
    .as('latest')
  return db
    .select({
      ids: sql<string | null>`array_agg(${latest.id})::text`,
      senders: sql<string | null>`array_agg(${latest.senderId})::text`,
    })
    .from(latest)
    .prepare(name)
}

/** Counts exactly, for people whose unread and own messages are more than the latest ones that were read. */
async function countEach(db: Database, id: number) {
  const { userId } = conversationMembers
  const rows = await db
    .select({ userId, unread: unreadOf(sql`${userId}`, readUpTo) })
    .from(conversationMembers)
    .innerJoin(
      conversations,
      and(
        eq(conversations.companyId, conversationMembers.companyId),
        eq(conversations.id, conversationMembers.conversationId),
      ),
    )
    .where(and(eq(conversations.id, id), isNull(conversationMembers.leftAt)))
  return new Map(rows.map(row => [row.userId, row.unread]))
}

/** Broadcasts a message to people, each with their own count. */
export function broadcastToPeople(
  ctx: Context,
  conversation: ConversationRow,
  message: Message,
  people: Recipient[],
): void {
  const notification = notificationOf(conversation, message)
  broadcast(ctx, messagingEvents, 'new-message-notification', notification, [channelOf(conversation)])
  broadcastEach(ctx, messagingEvents, 'NewMessageNotification', notification, ownNotifications(message, people))
  if (conversation.type === 'support' && !ctx.actor.isAdmin)
    broadcast(
      ctx,
      messagingEvents,
      'NewMessageNotification',
      { ...notification, unread_count: 1, is_muted: false, is_mention: false },
      [supportChannel],
    )
}

/** The part of the event that is for one recipient only, by their channel. */
export const ownNotifications = ({ mentions }: Pick<Message, 'mentions'>, people: Recipient[]) =>
  Object.fromEntries(
    people.map(({ userId, isMuted, unreadCount }) => [
      userChannel(userId),
      { unread_count: unreadCount, is_muted: isMuted, is_mention: mentions.includes(userId) },
    ]),
  )

type CommonNotification = Omit<Notification, 'unread_count' | 'is_muted' | 'is_mention'>

export const notificationOf = ({ title }: Pick<ConversationRow, 'title'>, message: Message): CommonNotification => ({
  id: message.id,
  conversation_id: message.conversation_id,
  conversation_title: title,
  created_at: message.created_at,
  message_text: message.message_text.slice(0, maxNotificationText),
  attachment_count: message.attachments.length,
  sender: message.sender,
  is_urgent: message.is_urgent,
})

/**
 * Tells of a message on its conversation's channel. Where some of the people came after the message, or after the one
 * that it answers, the channel gets what everybody there may read, and the others get all of it on channels of their
 * own.
 */
export async function broadcastToReaders(
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
