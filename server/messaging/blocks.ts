/** Blocks between people: who may not write to whom. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import { conversationChannelPattern } from '#shared/messaging/shapes.ts'
import { whoMay } from '../companies/roleQueries.ts'
import { memberships } from '../companies/table.ts'
import { type Context, companyOf, type Services } from '../lib/context.ts'
import { type Database, withDatabase } from '../lib/db/pools.ts'
import { preparedOn } from '../lib/db/prepared.ts'
import type { ConversationRow } from './access.ts'
import { conversations, personBlocks } from './table.ts'

/** Throws `blocked` where one of the people has blocked the actor. */
export async function requireNotBlocked(ctx: Context, companyId: number, userIds: number[]): Promise<void> {
  const [found] = await ctx.db
    .select({ userId: personBlocks.userId })
    .from(personBlocks)
    .where(
      and(
        eq(personBlocks.companyId, companyId),
        inArray(personBlocks.userId, userIds),
        eq(personBlocks.blockedUserId, ctx.actor.id),
      ),
    )
    .limit(1)
  if (found) throw new Problem('blocked')
}

/** Blocks a colleague, or no longer. Throws `cannot_block` for who sees to reports, managers among them. */
export async function setBlock(ctx: Context, blockedUserId: number, isOn: boolean): Promise<void> {
  const companyId = companyOf(ctx)
  const [colleague] = await ctx.db
    .select({ id: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.companyId, companyId), eq(memberships.userId, blockedUserId)))
  if (!colleague || blockedUserId === ctx.actor.id) throw new Problem('not_found')
  const pair = { companyId, userId: ctx.actor.id, blockedUserId }
  if (!isOn) {
    await ctx.db
      .delete(personBlocks)
      .where(
        and(
          eq(personBlocks.companyId, companyId),
          eq(personBlocks.userId, ctx.actor.id),
          eq(personBlocks.blockedUserId, blockedUserId),
        ),
      )
    return
  }
  const moderators = await whoMay(ctx, 'update', 'MessageReport', { companyId })
  if (moderators.includes(blockedUserId)) throw new Problem('cannot_block')
  await ctx.db.insert(personBlocks).values(pair).onConflictDoNothing()
}

type Pair = Pick<ConversationRow, 'id' | 'type' | 'pairKey'>

/** Throws `blocked` where the conversation is of two, and the other one has blocked the actor. */
export async function requireOpenPair(ctx: Pick<Context, 'db' | 'actor'>, conversation: Pair): Promise<void> {
  if (isBlocked(conversation, await blockersIn(ctx, conversation.id))) throw new Problem('blocked')
}

/** Somebody whom the other person of a conversation of two has blocked says nothing there, not even that they type. */
export function maySayInConversation(services: Services, channel: string, userId: number): Promise<boolean> {
  const key = `${userId} ${channel}`
  const asked = beingAsked.get(key) ?? mayBeHeard(services, channel, userId).finally(() => beingAsked.delete(key))
  beingAsked.set(key, asked)
  return asked
}

/** Queries under way: fast typing takes one connection, not one for each event. */
const beingAsked = new Map<string, Promise<boolean>>()

async function mayBeHeard({ pools }: Services, channel: string, userId: number): Promise<boolean> {
  const [, companyId, id] = conversationChannelPattern.exec(channel) ?? []
  if (!companyId || !id) return true
  return withDatabase(pools.isolated, { companyId: Number(companyId), userId, reach: null }, false, async db => {
    const [conversation] = await db
      .select()
      .from(conversations)
      .where(eq(conversations.id, Number(id)))
    if (conversation?.type !== 'private') return conversation !== undefined
    return !isBlocked(conversation, await blockersIn({ db, actor: { id: userId } }, conversation.id))
  })
}

/** Whether one of the blockers is the other person of a conversation of two; in groups everybody is heard. */
export function isBlocked({ type, pairKey }: Pick<Pair, 'type' | 'pairKey'>, blockers: Set<number>): boolean {
  const pair = (pairKey ?? '').replace('private:', '').split(':').map(Number)
  return type === 'private' && pair.some(id => blockers.has(id))
}

/** Who in the company of a conversation has blocked the actor. */
export async function blockersIn(
  { db, actor }: { db: Database; actor: { id: number } },
  id: number,
): Promise<Set<number>> {
  const [found] = await preparedOn(db, 'blockers', prepareBlockers).execute({ id, userId: actor.id })
  return new Set(found?.blockers)
}

/** Selects who in the company of a conversation has blocked the person `userId`. */
export const blockerIds = sql<number[]>`array(
  select block.user_id from ${personBlocks} block
  where block.company_id = conversations.company_id and block.blocked_user_id = ${sql.placeholder('userId')})`

const prepareBlockers = (db: Database, name: string) =>
  db
    .select({ blockers: blockerIds })
    .from(conversations)
    .where(eq(conversations.id, sql.placeholder('id')))
    .prepare(name)
