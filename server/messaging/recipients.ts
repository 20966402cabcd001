/**
 * Whom to tell of a message. Asked at every post: what everybody has unread is counted from one reading of the latest
 * messages.
 */
import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { maxUnread } from '#shared/messaging/rules.ts'
import { isAtWork } from '../companies/queries.ts'
import { memberships } from '../companies/table.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { preparedOn } from '../lib/db/prepared.ts'
import type { ConversationRow } from './access.ts'
import { unreadOf } from './conversationQueries.ts'
import { conversationMembers, conversations, messages } from './table.ts'

export type Recipient = { userId: number; isMuted: boolean; unreadCount: number }

/** Members at work other than the author, each with their own count of unread messages. */
export async function recipientsOf(
  { db }: Pick<Context, 'db'>,
  { id, companyId }: Pick<ConversationRow, 'id' | 'companyId'>,
  senderId: number,
): Promise<Recipient[]> {
  const here = { id, companyId }
  const [people, [latest]] = await Promise.all([
    preparedOn(db, 'whom to tell', preparePeople).execute({ ...here, senderId }),
    preparedOn(db, 'latest messages', prepareLatest).execute(here),
  ])
  const [ids, senders] = [numbersOf(latest?.ids), numbersOf(latest?.senders)]
  const counted = people.map(({ pointer, ...person }) => {
    // The newest first.
    const read = ids.findIndex(message => message <= pointer)
    const [end, isKnown] = [read < 0 ? ids.length : read, read >= 0 || ids.length < maxLooked]
    const own = senders.reduce((sum, sender, at) => (at < end && sender === person.userId ? sum + 1 : sum), 0)
    return { ...person, unreadCount: Math.min(maxUnread, end - own), isKnown: isKnown || end - own >= maxUnread }
  })
  const unknown = counted.some(({ isKnown }) => !isKnown)
  const exact = unknown ? await countEach(db, here) : new Map<number, number>()
  return counted.map(({ isKnown, unreadCount, ...person }) => ({
    ...person,
    unreadCount: isKnown ? unreadCount : (exact.get(person.userId) ?? unreadCount),
  }))
}

/** The same when somebody has written one message more. */
export const withOneMore = (people: Recipient[]): Recipient[] =>
  people.map(person => ({ ...person, unreadCount: Math.min(maxUnread, person.unreadCount + 1) }))

/** A few more than are counted: some of them are somebody's own. */
const maxLooked = maxUnread + 201

/** An array as PostgreSQL writes it: quicker to read than by its type. */
const numbersOf = (list: string | null | undefined): number[] => (list ? list.slice(1, -1).split(',').map(Number) : [])

const pointer = sql<number>`greatest(${conversationMembers.lastReadId}, ${conversationMembers.sinceId})`

const staying = and(
  eq(conversationMembers.companyId, sql.placeholder('companyId')),
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
    .select({ userId: conversationMembers.userId, isMuted: conversationMembers.isMuted, pointer })
    .from(conversationMembers)
    .where(and(staying, ne(conversationMembers.userId, sql.placeholder('senderId')), worksThere))
    .prepare(name)

/** What anybody there has not read. */
function prepareLatest(db: Database, name: string) {
  const earliest = db
    .select({ earliest: sql`min(${pointer})` })
    .from(conversationMembers)
    .where(staying)
  const latest = db
    .select({ id: messages.id, senderId: messages.senderId })
    .from(messages)
    .where(
      and(
        eq(messages.companyId, sql.placeholder('companyId')),
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

/** For who has so much unread, and wrote so much of it, that the latest messages do not tell. */
async function countEach(db: Database, { id, companyId }: { id: number; companyId: number }) {
  const { userId } = conversationMembers
  const rows = await db
    .select({ userId, unread: unreadOf(sql`${userId}`, pointer) })
    .from(conversationMembers)
    .innerJoin(conversations, eq(conversations.id, conversationMembers.conversationId))
    .where(
      and(
        eq(conversationMembers.companyId, companyId),
        eq(conversationMembers.conversationId, id),
        isNull(conversationMembers.leftAt),
      ),
    )
  return new Map(rows.map(row => [row.userId, row.unread]))
}
