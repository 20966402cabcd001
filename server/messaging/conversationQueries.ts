/** Conversations as one of their people sees them: their own place in each is part of it. */

import { and, asc, desc, eq, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { distinct } from '#shared/lib/distinct.ts'
import { maxUnread } from '#shared/messaging/rules.ts'
import type { Conversation } from '#shared/messaging/shapes.ts'
import { users } from '../accounts/table.ts'
import { isAtWork } from '../companies/queries.ts'
import { companies, memberships } from '../companies/table.ts'
import type { Context } from '../lib/context.ts'
import { alphabetical } from '../lib/db/naturalOrder.ts'
import { contains, pageOf, slice } from '../lib/registers/listing.ts'
import { type Joined, type MessageRow, messageColumns, readUpToBy } from './access.ts'
import { sendersOf } from './present.ts'
import { conversationMembers, conversations, messages } from './table.ts'

type Caller = Pick<Context, 'db' | 'actor' | 'locale'>
type ListQuery = {
  page: number
  perPage: number
  search?: string | undefined
  unread?: boolean | undefined
  type?: Conversation['type'] | undefined
}

/** The members shown with a conversation in a list; a single conversation has all of them. */
const peopleInList = 8

/** The actor's own conversations, and for the platform's admins those of the support line. */
export const mine = ({ actor }: Caller): SQL | undefined =>
  and(
    isNull(conversations.deletedAt),
    actor.isAdmin
      ? or(isMember, eq(conversations.type, 'support'))
      : and(isMember, actor.companyId === null ? sql`false` : eq(conversations.companyId, actor.companyId)),
  )

/** Hidden ones are in no list, and count nowhere, until something new is written. */
export const isListed = or(
  isNull(conversationMembers.hiddenId),
  gt(sql`coalesce(${conversations.lastMessageId}, 0)`, conversationMembers.hiddenId),
)

const isMember = sql`${conversationMembers.userId} is not null`

/** The actor's place in a conversation that they have not left. */
export const myPlace = ({ actor }: Caller) =>
  and(
    eq(conversationMembers.companyId, conversations.companyId),
    eq(conversationMembers.conversationId, conversations.id),
    eq(conversationMembers.userId, actor.id),
    isNull(conversationMembers.leftAt),
  )

/** Up to which message the actor has read, by their own pointer or the support line's common one. */
export const readUpTo = sql`coalesce(greatest(${conversationMembers.lastReadId}, ${conversationMembers.sinceId}),
  ${conversations.supportReadId})`

/**
 * How much of a conversation is unread: what others wrote after the pointer and nobody deleted, counted up to a bound.
 */
export const unreadOf = (actorId: SQL | number, pointer: SQL = readUpTo): SQL<number> => sql<number>`(
  select count(*)::int from (
    select 1 from ${messages}
    where ${messages.companyId} = ${conversations.companyId} and ${messages.conversationId} = ${conversations.id}
      and ${messages.id} > ${pointer} and ${messages.senderId} <> ${actorId}
      and ${messages.kind} = 'message' and ${messages.deletedAt} is null
    limit ${sql.raw(String(maxUnread))}
  ) unread)`

const select = (ctx: Caller) =>
  ctx.db
    .select({
      conversation: conversations,
      member: conversationMembers,
      companyName: companies.name,
      unreadCount: unreadOf(ctx.actor.id),
    })
    .from(conversations)
    .innerJoin(companies, eq(companies.id, conversations.companyId))
    .leftJoin(conversationMembers, myPlace(ctx))

type Found = Joined & { companyName: string; unreadCount: number }

/** One page of them, the one with the latest message first. What was hidden comes back with the next message. */
export async function listConversations(query: ListQuery, ctx: Caller) {
  const where = and(
    mine(ctx),
    isListed,
    query.type && eq(conversations.type, query.type),
    query.unread ? gt(unreadOf(ctx.actor.id), 0) : undefined,
    query.search ? called(query.search) : undefined,
  )
  const { limit, offset } = slice(query)
  const counted = ctx.db
    .select({ total: sql<number>`count(*)::int` })
    .from(conversations)
    .innerJoin(companies, eq(companies.id, conversations.companyId))
    .leftJoin(conversationMembers, myPlace(ctx))
    .where(where)
  const page = await pageOf(query, {
    rows: select(ctx)
      .where(where)
      .orderBy(desc(sql`coalesce(${conversations.lastMessageAt}, ${conversations.createdAt})`), desc(conversations.id))
      .limit(limit)
      .offset(offset),
    totals: counted,
    present: row => row,
  })
  return { data: await presentAll(ctx, page.data, peopleInList), meta: page.meta }
}

/** Whose title, or one of whose people, is called so. */
function called(search: string): SQL | undefined {
  const person = sql`exists (
    select from conversation_members others join users on users.id = others.user_id
    where others.company_id = ${conversations.companyId} and others.conversation_id = ${conversations.id}
      and others.left_at is null and ${contains(search, sql`users.name`)})`
  return or(
    contains(search, conversations.title),
    person,
    and(eq(conversations.type, 'support'), contains(search, companies.name)),
  )
}

/** A conversation as the actor sees it, with all its people. */
export async function presentConversation(ctx: Caller, id: number): Promise<Conversation> {
  const [shown] = await presentAll(ctx, await select(ctx).where(eq(conversations.id, id)), null)
  return shown as Conversation
}

async function presentAll(ctx: Caller, found: Found[], most: number | null): Promise<Conversation[]> {
  if (found.length === 0) return []
  const { db } = ctx
  const ids = found.map(({ conversation }) => conversation.id)
  const companyIds = distinct(found.map(({ conversation }) => conversation.companyId))
  const [people, latest] = await Promise.all([
    peopleOf(ctx, companyIds, ids, most),
    latestOf(
      ctx,
      found.flatMap(({ conversation }) => conversation.lastMessageId ?? []),
    ),
  ])
  const senders = await sendersOf(
    db,
    [...latest.values()].flatMap(last => [last.senderId, aboutWhom(last) ?? last.senderId]),
  )
  return found.map(row => {
    const { conversation, member } = row
    const last = latest.get(conversation.lastMessageId ?? 0)
    const isSeen = last && last.id > (member?.sinceId ?? 0)
    const of = people.get(conversation.id) ?? []
    return {
      id: conversation.id,
      company_id: conversation.companyId,
      type: conversation.type,
      title: conversation.title,
      picture_path: of[0]?.picturePath ?? null,
      users: of.map(({ id, name, avatar, lastReadId, joinedAt }) => ({
        id,
        name,
        avatar,
        last_read_id: lastReadId,
        joined_at: joinedAt.toISOString(),
      })),
      member_count: of[0]?.total ?? 0,
      unread_count: row.unreadCount,
      last_read_id: readUpToBy(row),
      latest_message: isSeen
        ? {
            id: last.id,
            kind: last.kind,
            sender: senders.get(last.senderId) ?? null,
            sender_id: last.senderId,
            message_text: last.deletedAt ? '' : last.messageText.slice(0, 300),
            created_at: last.createdAt.toISOString(),
            deleted_at: last.deletedAt?.toISOString() ?? null,
            attachment_count: last.attachmentCount,
            about: senders.get(aboutWhom(last) ?? 0) ?? null,
          }
        : null,
      change_id: conversation.lastChangeId,
      is_muted: member?.isMuted ?? false,
      is_pinned: member?.isPinned ?? false,
      draft: member?.draft ?? null,
      draft_at: member?.draftAt?.toISOString() ?? null,
      created_by: conversation.createdBy,
      created_at: conversation.createdAt.toISOString(),
      updated_at: (conversation.lastMessageAt ?? conversation.createdAt).toISOString(),
      assigned_to: conversation.assignedTo,
      company_name: conversation.type === 'support' ? row.companyName : null,
    }
  })
}

/** Of an event the person who came or went. */
const aboutWhom = ({ kind, mentions }: Pick<MessageRow, 'kind' | 'mentions'>) =>
  kind === 'message' ? undefined : mentions[0]

/**
 * Who is in each of the conversations and still works in the company, by name; of long lists the first, with their
 * number.
 */
async function peopleOf({ db, locale }: Caller, companyIds: number[], ids: number[], most: number | null) {
  const ranked = db
    .select({
      conversationId: conversationMembers.conversationId,
      id: users.id,
      name: users.name,
      avatar: users.avatar,
      lastReadId: conversationMembers.lastReadId,
      joinedAt: conversationMembers.joinedAt,
      picturePath: sql<string | null>`(
        select path from files where files.company_id = ${conversations.companyId}
          and files.id = ${conversations.pictureFileId}
      )`.as('picture_path'),
      total: sql<number>`(count(*) over (partition by ${conversationMembers.conversationId}))::int`.as('total'),
      place: sql<number>`row_number() over (partition by ${conversationMembers.conversationId}
          order by ${alphabetical(users.name, locale)}, ${users.id})`.as('place'),
    })
    .from(conversationMembers)
    .innerJoin(conversations, eq(conversations.id, conversationMembers.conversationId))
    .innerJoin(users, eq(users.id, conversationMembers.userId))
    .innerJoin(
      memberships,
      and(
        eq(memberships.companyId, conversationMembers.companyId),
        eq(memberships.userId, conversationMembers.userId),
        isAtWork,
      ),
    )
    .where(
      and(
        inArray(conversationMembers.companyId, companyIds),
        inArray(conversationMembers.conversationId, ids),
        isNull(conversationMembers.leftAt),
      ),
    )
    .as('ranked')
  const rows = await db
    .select()
    .from(ranked)
    .where(most === null ? undefined : sql`${ranked.place} <= ${most}`)
    .orderBy(asc(ranked.place))
  return Map.groupBy(rows, ({ conversationId }) => conversationId)
}

async function latestOf({ db }: Caller, ids: number[]) {
  if (ids.length === 0) return new Map<number, never>()
  // Its columns are named in full: a query of one table leaves their table out.
  const attachmentCount = sql<number>`(
    select count(*)::int from message_attachments a where a.company_id = messages.company_id
      and a.message_id = messages.id
  )`
  const rows = await db
    .select({ ...messageColumns, attachmentCount })
    .from(messages)
    .where(inArray(messages.id, ids))
  return new Map(rows.map(row => [row.id, row]))
}

/** All unread messages of the actor: the one number that the list, the navigation, the title and the badge show. */
export async function countUnread(ctx: Caller): Promise<number> {
  const rows = await ctx.db
    .select({ unread: unreadOf(ctx.actor.id) })
    .from(conversations)
    .leftJoin(conversationMembers, myPlace(ctx))
    .where(and(mine(ctx), isListed, lt(readUpTo, sql`coalesce(${conversations.lastMessageId}, 0)`)))
  return rows.reduce((sum, { unread }) => sum + unread, 0)
}
