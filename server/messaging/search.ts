/** Searching what was said, in the conversations of whoever asks and nowhere else. */
import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Context } from '../lib/context.ts'
import { mostPlaces, searchMessageIds } from '../lib/db/searchIds.ts'
import { users } from '../users/table.ts'
import { type Joined, seesAfter } from './access.ts'
import { highlighted } from './highlight.ts'
import { messagesByIds } from './queries.ts'
import { conversationMembers, conversations } from './table.ts'

type Query = {
  q: string
  limit: number
  offset: number
  userId?: number | undefined
  from?: string | undefined
  to?: string | undefined
  hasFile?: boolean | undefined
}

/** The messages of a conversation, or of all own ones, that have the words; newest first. */
export async function search(ctx: Context, query: Query, joined?: Joined) {
  const within = joined
    ? [{ id: joined.conversation.id, sinceId: seesAfter(joined) }]
    : await ctx.db
        .select({ id: conversations.id, sinceId: conversationMembers.sinceId })
        .from(conversationMembers)
        .innerJoin(conversations, eq(conversations.id, conversationMembers.conversationId))
        .where(
          and(
            eq(conversationMembers.userId, ctx.actor.id),
            isNull(conversationMembers.leftAt),
            isNull(conversations.deletedAt),
            ctx.actor.companyId === null ? undefined : eq(conversations.companyId, ctx.actor.companyId),
          ),
        )
        .orderBy(desc(conversations.lastMessageAt))
        .limit(mostPlaces)
  const day = 24 * 3600_000
  const ids = await searchMessageIds(
    ctx.db,
    query.q,
    {
      within,
      userId: query.userId,
      from: query.from ? new Date(`${query.from}T00:00:00Z`) : undefined,
      to: query.to ? new Date(Date.parse(`${query.to}T00:00:00Z`) + day) : undefined,
      hasFile: query.hasFile,
    },
    query,
  )
  const found = await messagesByIds(ctx, ids)
  const places = await placesOf(
    ctx,
    found.map(message => message.conversation_id),
  )
  return found.flatMap(message => {
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
