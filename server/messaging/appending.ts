/**
 * How a message comes to stand below the one above it. It is asked at every post, so its statements are written once
 * for each connection.
 */
import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Locale } from '#shared/lib/language.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { preparedOn } from '../lib/db/prepared.ts'
import { type ConversationRow, type MessageRow, messageColumns } from './access.ts'
import { conversations, messages } from './table.ts'

type Written = Pick<
  MessageRow,
  'messageText' | 'mentions' | 'uuid' | 'kind' | 'replyToId' | 'isUrgent' | 'isForwarded' | 'hasFiles'
> & { at?: Date | undefined }

/** The number and the time of a message that is going to be written. */
type Place = { id: number; now: Date }

/**
 * Takes the number of the next message of a conversation, and the time. It is asked behind the lock, in the same write:
 * so numbers, times and commits agree on all nodes. A refused message leaves a gap.
 */
export async function nextPlace({ db }: Pick<Context, 'db'>): Promise<Place> {
  const [place] = await preparedOn(db, 'next message', prepareNext).execute()
  if (!place) throw new Error('There is no number for a message.')
  return place
}

/**
 * Adds a row to a locked conversation, at its place; never before the time of the one above it. With `isLast` nothing
 * that follows in the transaction reads or names the row: it is written with the commit.
 */
export async function append(
  ctx: Context,
  conversation: ConversationRow,
  { id, now }: Place,
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
      preparedOn(ctx.db, 'add a message', prepareMessage).execute(asked),
      preparedOn(ctx.db, 'move the end of a conversation', prepareEnd).execute(asked),
    ])
  if (isLast) ctx.deferred.push(write)
  else await write()
  Object.assign(conversation, { lastChangeId: changeId, lastMessageId: id, lastMessageAt: createdAt })
  return { ...row, urgentTold: 0, editedAt: null, deletedAt: null, deletedBy: null, pinnedAt: null } as MessageRow
}

/** The message that somebody has written there under this uuid before. */
export async function findByUuid({ db, actor }: Context, id: number, uuid: string): Promise<MessageRow | undefined> {
  const [found] = await preparedOn(db, 'message by uuid', prepareByUuid).execute({ id, senderId: actor.id, uuid })
  return found as MessageRow | undefined
}

const given = <Column extends string>(...columns: Column[]) =>
  Object.fromEntries(columns.map(column => [column, sql.placeholder(column)])) as Record<Column, never>

const keys = ['companyId', 'conversationId', 'senderId', 'uuid'] as const
const texts = ['kind', 'messageText', 'locale', 'replyToId', 'mentions'] as const
const flags = ['isUrgent', 'isForwarded', 'hasFiles', 'changeId'] as const

const at = sql`${sql.placeholder('at')}::timestamptz`

const prepareNext = (db: Database, name: string) =>
  db
    .select({
      id: sql<number>`nextval(pg_get_serial_sequence('messages', 'id'))::int`,
      now: sql`date_trunc('milliseconds', clock_timestamp())`.mapWith(messages.createdAt),
    })
    .from(sql`(select) one`)
    .prepare(name)

const prepareMessage = (db: Database, name: string) =>
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

const prepareEnd = (db: Database, name: string) =>
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

/** What a message is found by: made by the database, with the stems of the writer's language and without accents. */
export const searchVectorOf = (
  text: string | Placeholder,
  locale: Locale | Placeholder,
  { companyId, id }: Record<'companyId' | 'id', number | Placeholder>,
): SQL<string> => sql<string>`message_words(${text}, ${locale}, ${companyId}, ${id})`
