/** Access to conversations and messages. For people who are not in a conversation it does not exist. */
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import { conversationChannel } from '#shared/messaging/shapes.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { preparedOn } from '../lib/db/prepared.ts'
import { conversationMembers, conversations, messages } from './table.ts'

export type ConversationRow = typeof conversations.$inferSelect
export type MemberRow = typeof conversationMembers.$inferSelect
export type MessageRow = typeof messages.$inferSelect

/** A conversation with the actor’s membership; none for the platform's admins on the support line. */
export type Joined = { conversation: ConversationRow; member: MemberRow | null }

/** Every column but the search vector. */
export const { words: _, ...messageColumns } = getTableColumns(messages)

type Caller = Pick<Context, 'db' | 'actor'>

/** The channel on which a conversation's people hear of it. */
export const channelOf = ({ companyId, id }: Pick<ConversationRow, 'companyId' | 'id'>) =>
  conversationChannel(companyId, id)

/** The platform's admins share the support line, and nothing else that they are not in. */
const answersSupport = ({ actor }: Caller) => actor.isAdmin && !actor.isActing && !actor.isKey

/** Whether the actor moderates reported messages: managers do, and people whose custom role says so. */
export const mayModerate = ({ ability, actor }: Pick<Context, 'ability' | 'actor'>): boolean =>
  allows(ability, 'update', 'MessageReport', { companyId: actor.companyId })

/** Joins the membership of a person to their conversation. */
export const isOwnMembership = and(
  eq(conversationMembers.companyId, conversations.companyId),
  eq(conversationMembers.conversationId, conversations.id),
  eq(conversationMembers.userId, sql.placeholder('userId')),
  isNull(conversationMembers.leftAt),
)

const prepareMembership = (db: Database, name: string) =>
  db
    .select({ conversation: conversations, member: conversationMembers })
    .from(conversations)
    .leftJoin(conversationMembers, isOwnMembership)
    .where(and(eq(conversations.id, sql.placeholder('id')), isNull(conversations.deletedAt)))
    .prepare(name)

const find = ({ db, actor }: Caller, id: number) =>
  preparedOn(db, 'membership in a conversation', prepareMembership).execute({ id, userId: actor.id })

/**
 * Takes the lock that orders all that happens in a conversation, until the transaction ends. A statement that waited
 * for it sees other tables as they were when it began, so reading under the lock takes a statement of its own.
 */
export const lockRow = ({ db }: Caller, id: number) =>
  preparedOn(db, 'lock a conversation', prepareLock).execute({ id })

const prepareLock = (db: Database, name: string) =>
  db
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.id, sql.placeholder('id')))
    .for('no key update')
    .prepare(name)

/** Returns the conversation that was found, if the actor is in it. Throws 404 otherwise. */
export function admitted(ctx: Caller, found: Joined | undefined): Joined {
  if (!found || !(found.member || (found.conversation.type === 'support' && answersSupport(ctx))))
    throw new Problem('not_found')
  return found
}

/** The conversation, if the actor is in it; 404 otherwise. */
export const accessConversation = async (ctx: Caller, id: number): Promise<Joined> =>
  admitted(ctx, (await find(ctx, id))[0])

/** The same under the lock that orders all that happens in it, until the transaction ends. */
export async function lockConversation(ctx: Caller, id: number): Promise<Joined> {
  const [, [found]] = await Promise.all([lockRow(ctx, id), find(ctx, id)])
  return admitted(ctx, found)
}

/** Up to which message somebody has read: the support line's admins all together. */
export const readUpToBy = ({ conversation, member }: Joined): number =>
  member ? Math.max(member.lastReadId, member.sinceId) : conversation.supportReadId

/** After which message somebody sees what is written. */
export const seesAfter = ({ member }: Joined): number => member?.sinceId ?? 0

async function conversationOf(ctx: Caller, messageId: number): Promise<number> {
  const [found] = await ctx.db.select({ id: messages.conversationId }).from(messages).where(eq(messages.id, messageId))
  if (!found) throw new Problem('not_found')
  return found.id
}

async function withMessage(ctx: Caller, joined: Joined, id: number) {
  const [message] = await ctx.db.select(messageColumns).from(messages).where(eq(messages.id, id))
  if (!message || message.id <= seesAfter(joined)) throw new Problem('not_found')
  return { ...joined, message: message as MessageRow }
}

/** A message that the actor can see, with its conversation; 404 otherwise. */
export const accessMessage = async (ctx: Caller, id: number) =>
  withMessage(ctx, await accessConversation(ctx, await conversationOf(ctx, id)), id)

/** The same with the conversation locked, to change it. */
export const lockMessage = async (ctx: Caller, id: number) =>
  withMessage(ctx, await lockConversation(ctx, await conversationOf(ctx, id)), id)
