/** How a message comes to stand below the one above it. It is asked at every post, so its statements are written once for each connection. */
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../lib/context.ts'
import { type Database, withCommit } from '../lib/db/pools.ts'
import { preparedOn } from '../lib/db/prepared.ts'
import { type ConversationRow, type MessageRow, messageColumns } from './access.ts'
import { conversations, messages } from './table.ts'
import { wordsOf } from './words.ts'

export type Written = Pick<
  MessageRow,
  'messageText' | 'mentions' | 'uuid' | 'kind' | 'replyToId' | 'isUrgent' | 'isForwarded' | 'hasFiles'
> & { at?: Date | undefined }

/**
 * Adds a row to a locked conversation. Its time is taken under the lock, and never before that of the one above it: ids, times and commits
 * agree, whatever the clocks of several nodes say. Both statements are on their way when this returns: what is asked then sees them.
 */
export function append(ctx: Context, conversation: ConversationRow, { at, ...written }: Written): Promise<MessageRow> {
  const { id, companyId, lastMessageAt } = conversation
  const changeId = conversation.lastChangeId + 1
  const key = { companyId, conversationId: id, senderId: ctx.actor.id, uuid: written.uuid }
  const asked = preparedOn(ctx.db, 'add a message', prepareMessage).execute({
    ...{ ...written, ...key, changeId, locale: ctx.locale },
    at: at?.toISOString() ?? null,
    after: lastMessageAt?.toISOString() ?? null,
  })
  const moved = withCommit(ctx.db, () =>
    preparedOn(ctx.db, 'move the end of a conversation', prepareEnd).execute({ ...key, changeId }),
  )
  return Promise.all([asked, moved]).then(([[row]]) => {
    if (!row) throw new Error('The message was not stored.')
    Object.assign(conversation, { lastChangeId: changeId, lastMessageId: row.id, lastMessageAt: row.createdAt })
    return row as MessageRow
  })
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
const marks = ['isUrgent', 'isForwarded', 'hasFiles', 'changeId'] as const

const prepareMessage = (db: Database, name: string) =>
  db
    .insert(messages)
    .values({
      ...given(...keys, ...texts, ...marks),
      createdAt: sql`greatest(
        coalesce(${sql.placeholder('at')}::timestamptz, date_trunc('milliseconds', clock_timestamp())),
        ${sql.placeholder('after')}::timestamptz)`,
      words: wordsOf(sql.placeholder('messageText'), sql.placeholder('locale'), {
        companyId: sql.placeholder('companyId'),
        id: sql.placeholder('conversationId'),
      }),
    })
    .returning(messageColumns)
    .prepare(name)

function prepareEnd(db: Database, name: string) {
  const added = sql`from ${messages} where ${and(
    eq(messages.companyId, sql.placeholder('companyId')),
    eq(messages.conversationId, sql.placeholder('conversationId')),
    eq(messages.senderId, sql.placeholder('senderId')),
    eq(messages.uuid, sql.placeholder('uuid')),
  )}`
  return db
    .update(conversations)
    .set({
      lastChangeId: sql`${sql.placeholder('changeId')}`,
      lastMessageId: sql`(select ${messages.id} ${added})`,
      lastMessageAt: sql`(select ${messages.createdAt} ${added})`,
    })
    .where(eq(conversations.id, sql.placeholder('conversationId')))
    .prepare(name)
}

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
