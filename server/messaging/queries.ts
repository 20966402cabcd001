/**
 * Reads conversations and messages, and searches the reader's own conversations.
 */

import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  min,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { distinct } from '#shared/lib/distinct.ts'
import { Problem } from '#shared/lib/problem.ts'
import { soughtTexts } from '#shared/lib/searching.ts'
import { filesPage, maxChanges } from '#shared/messaging/rules.ts'
import type { Message } from '#shared/messaging/shapes.ts'
import { zoneOfPerson } from '../accounts/queries.ts'
import { users } from '../accounts/table.ts'
import { files } from '../files/table.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { maxPlaces, namingIds, searchMessageIds } from '../lib/db/searchIds.ts'
import { endOfDay, startOfDay } from '../lib/localDays.ts'
import { type Joined, messageColumns, seesAfter } from './access.ts'
import { presentMessages, readAfter } from './present.ts'
import { conversationMembers, conversations, messageAttachments, messageReads, messages } from './table.ts'

/** Counts conversations of the support line whose last message no administrator has read, since the oldest of them. */
export async function countUnreadSupport(db: Database): Promise<{ count: number; since: Date | null }> {
  const [found] = await db
    .select({ count: sql<number>`count(*)::int`, since: min(conversations.lastMessageAt) })
    .from(conversations)
    .innerJoin(
      messages,
      and(eq(messages.companyId, conversations.companyId), eq(messages.id, conversations.lastMessageId)),
    )
    .innerJoin(users, and(eq(users.id, messages.senderId), isNull(users.adminSince)))
    .where(
      and(
        eq(conversations.type, 'support'),
        isNull(conversations.deletedAt),
        gt(conversations.lastMessageId, conversations.supportReadId),
      ),
    )
  return { count: found?.count ?? 0, since: found?.since ?? null }
}

type Caller = Pick<Context, 'db' | 'actor'>
type MessageQuery = {
  limit: number
  before?: number | undefined
  after?: number | undefined
  around?: number | undefined
  from?: string | undefined
  changedAfter?: number | undefined
}

/** The messages of a conversation that somebody in it sees. */
const visible = (joined: Joined): SQL | undefined =>
  and(
    eq(messages.companyId, joined.conversation.companyId),
    eq(messages.conversationId, joined.conversation.id),
    gt(messages.id, seesAfter(joined)),
  )

/** A page of messages, oldest first. Throws 410 `history_gone` for changes that are not known any more, or too many. */
export const listMessages = async (ctx: Caller, joined: Joined, query: MessageQuery): Promise<Message[]> =>
  readAfter(await messagesOf(ctx, joined, query), seesAfter(joined))

async function messagesOf(ctx: Caller, joined: Joined, query: MessageQuery): Promise<Message[]> {
  const { limit, before, after, around, from, changedAfter } = query
  if (changedAfter !== undefined) return changedMessages(ctx, joined, changedAfter)
  if (around !== undefined) {
    const half = Math.ceil(limit / 2)
    const [older, newer] = await Promise.all([
      rowsOf(ctx, and(visible(joined), lte(messages.id, around)), 'newest', half),
      rowsOf(ctx, and(visible(joined), gt(messages.id, around)), 'oldest', limit - half),
    ])
    return presentMessages(ctx.db, [...older, ...newer])
  }
  const since =
    from === undefined ? undefined : gte(messages.createdAt, startOfDay(from, await zoneOfPerson(ctx.db, ctx.actor.id)))
  const narrowed = before !== undefined ? lt(messages.id, before) : after !== undefined ? gt(messages.id, after) : since
  const order = before === undefined && narrowed ? 'oldest' : 'newest'
  return presentMessages(ctx.db, await rowsOf(ctx, and(visible(joined), narrowed), order, limit))
}

/** Rows in the order of their ids: the first or the last of those that meet the condition. */
async function rowsOf(ctx: Pick<Context, 'db'>, where: SQL | undefined, from: 'oldest' | 'newest', limit: number) {
  const rows = await ctx.db
    .select(messageColumns)
    .from(messages)
    .where(where)
    .orderBy(from === 'oldest' ? asc(messages.id) : desc(messages.id))
    .limit(limit)
  return from === 'oldest' ? rows : rows.reverse()
}

async function changedMessages(ctx: Caller, joined: Joined, after: number): Promise<Message[]> {
  const { companyId, id, lastChangeId, forgottenChangeId } = joined.conversation
  if (after > lastChangeId || after < forgottenChangeId) throw new Problem('history_gone')
  const read = ctx.db
    .select({ one: sql`1` })
    .from(messageReads)
    .where(
      and(
        eq(messageReads.companyId, companyId),
        eq(messageReads.conversationId, id),
        gt(messageReads.changeId, after),
        lt(messageReads.fromId, messages.id),
        gte(messageReads.messageId, messages.id),
      ),
    )
  const rows = await rowsOf(
    ctx,
    and(visible(joined), or(gt(messages.changeId, after), sql`exists ${read}`)),
    'oldest',
    maxChanges + 1,
  )
  if (rows.length > maxChanges) throw new Problem('history_gone')
  return presentMessages(ctx.db, rows)
}

/** Messages with files of a kind, newest first. */
export async function listFiles(
  ctx: Caller,
  joined: Joined,
  { before, kind }: { before?: number | undefined; kind?: 'image' | 'document' | undefined },
): Promise<Message[]> {
  const rows = await rowsOf(
    ctx,
    and(
      visible(joined),
      sql`${messages.hasFiles}`,
      isNull(messages.deletedAt),
      before === undefined ? undefined : lt(messages.id, before),
      kind && bringing(ctx, kind),
    ),
    'newest',
    filesPage,
  )
  return readAfter(await presentMessages(ctx.db, rows.reverse()), seesAfter(joined))
}

/** What has a size in pixels is a picture, every other file a document; cards of submissions and tasks are neither. */
const bringing = ({ db }: Caller, kind: 'image' | 'document'): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(messageAttachments)
      .innerJoin(files, eq(files.id, messageAttachments.fileId))
      .where(
        and(
          eq(messageAttachments.companyId, messages.companyId),
          eq(messageAttachments.messageId, messages.id),
          (kind === 'image' ? isNotNull : isNull)(files.width),
        ),
      ),
  )

/** The last messages that were pinned for everybody. */
export const listPinned = async (ctx: Caller, joined: Joined): Promise<Message[]> =>
  readAfter(
    await presentMessages(
      ctx.db,
      await rowsOf(
        ctx,
        and(visible(joined), sql`${messages.pinnedAt} is not null`, isNull(messages.deletedAt)),
        'newest',
        50,
      ),
    ),
    seesAfter(joined),
  )

/** Messages by their ids, in that order; without who has read them. */
export async function messagesByIds(ctx: Pick<Context, 'db'>, ids: number[]): Promise<Message[]> {
  if (ids.length === 0) return []
  const rows = await ctx.db.select(messageColumns).from(messages).where(inArray(messages.id, ids))
  const shown = await Promise.all(
    [...Map.groupBy(rows, ({ companyId }) => companyId).values()].map(of => presentMessages(ctx.db, of, true)),
  )
  const byId = new Map(shown.flat().map(message => [message.id, message]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

type MessageSearch = {
  q: string
  limit: number
  offset: number
  userId?: number | undefined
  from?: string | undefined
  to?: string | undefined
  hasFile?: boolean | undefined
}

/**
 * The conversations that somebody is in, with the message after which they see what is written there; those with the
 * latest first.
 */
const ownPlaces = ({ db, actor }: Caller): Promise<{ id: number; sinceId: number }[]> =>
  db
    .select({ id: conversations.id, sinceId: conversationMembers.sinceId })
    .from(conversationMembers)
    .innerJoin(conversations, eq(conversations.id, conversationMembers.conversationId))
    .where(
      and(
        eq(conversationMembers.userId, actor.id),
        isNull(conversationMembers.leftAt),
        isNull(conversations.deletedAt),
        actor.companyId === null ? undefined : eq(conversations.companyId, actor.companyId),
      ),
    )
    .orderBy(desc(conversations.lastMessageAt))
    .limit(maxPlaces)

/** The ids of own messages, not after a moment, that name something by one of these; the latest first. */
export const messagesNaming = async (ctx: Caller, names: string[], until: Date | undefined, limit: number) =>
  names.length === 0 ? [] : namingIds(ctx.db, names, { within: await ownPlaces(ctx), until }, limit)

/** The messages of a conversation, or of all own ones, that have the words; newest first. */
export async function searchMessages(ctx: Context, query: MessageSearch, joined?: Joined) {
  const within = joined ? [{ id: joined.conversation.id, sinceId: seesAfter(joined) }] : await ownPlaces(ctx)
  const zone = query.from || query.to ? await zoneOfPerson(ctx.db, ctx.actor.id) : 'UTC'
  const scope = {
    within,
    userId: query.userId,
    from: query.from ? startOfDay(query.from, zone) : undefined,
    to: query.to ? endOfDay(query.to, zone) : undefined,
    hasFile: query.hasFile,
  }
  const found = await messagesByIds(ctx, await searchMessageIds(ctx.db, query.q, scope, query))
  const here = await placesOf(ctx, joined ? [joined.conversation.id] : [])
  const places = joined ? here : await placesOf(ctx, distinct(found.map(message => message.conversation_id)))
  const sinceIds = new Map(within.map(({ id, sinceId }) => [id, sinceId]))
  const read = found.flatMap(message => readAfter([message], sinceIds.get(message.conversation_id) ?? 0))
  return read.flatMap(message => {
    const conversation = places.get(message.conversation_id)
    return conversation ? [{ message, conversation, highlight: highlighted(message.message_text, query.q) }] : []
  })
}

async function placesOf({ db }: Context, ids: number[]) {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      id: conversations.id,
      title: conversations.title,
      type: conversations.type,
      user: { id: users.id, name: users.name, avatar: users.avatar },
      lastReadId: conversationMembers.lastReadId,
      joinedAt: conversationMembers.joinedAt,
    })
    .from(conversations)
    .leftJoin(
      conversationMembers,
      and(eq(conversationMembers.conversationId, conversations.id), isNull(conversationMembers.leftAt)),
    )
    .leftJoin(users, eq(users.id, conversationMembers.userId))
    .where(inArray(conversations.id, ids))
    .limit(1000)
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, of]) => [
      id,
      {
        id,
        title: of[0]?.title ?? null,
        type: of[0]?.type ?? 'private',
        users: of.flatMap(({ user, lastReadId, joinedAt }) =>
          user && joinedAt ? [{ ...user, last_read_id: lastReadId ?? 0, joined_at: joinedAt.toISOString() }] : [],
        ),
      } as const,
    ]),
  )
}

/** So much of a message is shown where it was found. */
const shown = 400

/**
 * The beginning of a text, with what begins like one of the words, as far as endings leave it, between U+0002 and
 * U+0003.
 */
function highlighted(text: string, words: string): string {
  const wanted = soughtTexts(words)
    .flatMap(sought => sought.split(/[^\p{L}\p{N}]+/u))
    .filter(Boolean)
    .map(word => word.slice(0, Math.max(3, word.length - 2)))
  return text
    .slice(0, shown)
    .replace(/[\p{L}\p{N}\p{M}]+/gu, word =>
      soughtTexts(word).some(kept => wanted.some(one => kept.startsWith(one))) ? `\u0002${word}\u0003` : word,
    )
}
