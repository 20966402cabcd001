/** Creates and changes conversations, and adds and removes their members. */

import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { userChannel } from '#shared/lib/contract.ts'
import { distinct } from '#shared/lib/distinct.ts'
import { type FieldErrors, invalidField, Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import { type ConversationType, maxMembers } from '#shared/messaging/rules.ts'
import { conversationsChannel, messagingEvents, supportChannel } from '#shared/messaging/shapes.ts'
import { users } from '../accounts/table.ts'
import { requireLivingPlan } from '../companies/planQueries.ts'
import { isAtWork, ofMembership } from '../companies/queries.ts'
import { mayWithOwn } from '../companies/roleQueries.ts'
import { memberships, ownRoles } from '../companies/table.ts'
import { claimFiles } from '../files/commands.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { broadcast } from '../lib/ports.ts'
import { countTries } from '../lib/security/tries.ts'
import { type ConversationRow, channelOf, type Joined, lockConversation, mayModerate } from './access.ts'
import { requireNotBlocked } from './blocks.ts'
import { presentConversation } from './conversationQueries.ts'
import { writeEvent } from './post.ts'
import { conversationMembers, conversations } from './table.ts'

type Draft = { type: ConversationType; title?: string | undefined; userIds: number[]; uuid?: string | undefined }

/** New conversations of one person. */
const perHour = { name: 'conversations', tries: 60, seconds: 3600 }

/** Counts a conversation that is about to begin. Throws `plan_expired`, and 429 after sixty in an hour. */
export async function countConversation(ctx: Context, draft: Pick<Draft, 'type'>): Promise<void> {
  await requirePlanFor(ctx, draft)
  await countTries(ctx, [perHour, String(ctx.actor.id)])
}

async function requirePlanFor(ctx: Context, { type }: Pick<Draft, 'type'>): Promise<void> {
  if (type !== 'support' && !ctx.actor.isAdmin) await requireLivingPlan(ctx.db, companyOf(ctx), ctx.now)
}

/**
 * Begins a conversation; of two people, and with the support, there is one, which is then found again. Answers its id.
 */
export async function openConversation(ctx: Context, draft: Draft): Promise<number> {
  const companyId = companyOf(ctx)
  await requirePlanFor(ctx, draft)
  const others = distinct(draft.userIds).filter(id => id !== ctx.actor.id)
  if (draft.type === 'group') return openGroup(ctx, companyId, { ...draft, userIds: others })
  if (draft.type === 'support' && !allows(ctx.ability, 'create', 'SupportConversation', { companyId }))
    throw new Problem('forbidden')
  if (draft.type === 'support') return openPair(ctx, companyId, 'support', `${ctx.actor.id}`, [])
  if (others.length === 0) throw invalidField('user_ids', 'one_person_needed')
  if (others.length > 1) throw new Problem('private_takes_two')
  await requireColleagues(ctx, companyId, others)
  await requireNotBlocked(ctx, companyId, others)
  const pair = [ctx.actor.id, ...others].toSorted((a, b) => a - b).join(':')
  return openPair(ctx, companyId, 'private', pair, others)
}

async function openGroup(ctx: Context, companyId: number, { title, userIds, uuid }: Draft): Promise<number> {
  const errors: FieldErrors = {
    ...(!title && { title: [{ code: 'group_title_needed' }] }),
    ...(userIds.length === 0 && { user_ids: [{ code: 'one_person_needed' }] }),
  }
  if (!title || userIds.length === 0) throw new Problem('invalid', { errors })
  await requireColleagues(ctx, companyId, userIds)
  const values = {
    companyId,
    type: 'group' as const,
    title,
    createdBy: ctx.actor.id,
    uuid: uuid ?? null,
    createdAt: ctx.now,
  }
  const [made] = await ctx.db.insert(conversations).values(values).onConflictDoNothing().returning()
  if (!made) {
    const [before] = await ctx.db
      .select({ id: conversations.id })
      .from(conversations)
      .where(
        and(
          eq(conversations.companyId, companyId),
          eq(conversations.createdBy, ctx.actor.id),
          eq(conversations.uuid, uuid ?? ''),
        ),
      )
    if (!before) throw new Error('The conversation was not stored.')
    return before.id
  }
  await enter(ctx, made, [ctx.actor.id, ...userIds])
  await broadcastNew(ctx, made, [ctx.actor.id, ...userIds])
  return made.id
}

async function openPair(
  ctx: Context,
  companyId: number,
  type: 'private' | 'support',
  pairKey: string,
  others: number[],
): Promise<number> {
  const key = `${type}:${pairKey}`
  const values = { companyId, type, pairKey: key, createdBy: ctx.actor.id, createdAt: ctx.now }
  const [made] = await ctx.db.insert(conversations).values(values).onConflictDoNothing().returning()
  const people = [ctx.actor.id, ...others]
  if (made) {
    await enter(ctx, made, people)
    await broadcastNew(ctx, made, people)
    return made.id
  }
  const [before] = await ctx.db
    .select()
    .from(conversations)
    .where(and(eq(conversations.companyId, companyId), eq(conversations.pairKey, key)))
  if (!before) throw new Error('The conversation was not stored.')
  await ctx.db.update(conversationMembers).set({ hiddenId: null }).where(ofMember(before, ctx.actor.id))
  return before.id
}

const ofMember = ({ companyId, id }: Pick<ConversationRow, 'companyId' | 'id'>, userId: number) =>
  and(
    eq(conversationMembers.companyId, companyId),
    eq(conversationMembers.conversationId, id),
    eq(conversationMembers.userId, userId),
  )

/** People enter, or enter again: from now on they see what is written. */
async function enter(ctx: Context, { id, companyId, lastMessageId }: ConversationRow, userIds: number[]) {
  const sinceId = lastMessageId ?? 0
  const begun = { joinedAt: ctx.now, sinceId, lastReadId: sinceId, leftAt: null, hiddenId: null }
  await ctx.db
    .insert(conversationMembers)
    .values(userIds.map(userId => ({ companyId, conversationId: id, userId, ...begun })))
    .onConflictDoUpdate({
      target: [conversationMembers.companyId, conversationMembers.conversationId, conversationMembers.userId],
      set: begun,
    })
}

/** The company hears that it exists, its members hear its content. */
async function broadcastNew(ctx: Context, { id, companyId, type }: ConversationRow, userIds: number[]): Promise<void> {
  broadcast(ctx, messagingEvents, 'conversation.created', { id }, [conversationsChannel(companyId)])
  if (type === 'support') broadcast(ctx, messagingEvents, 'conversation.created', { id }, [supportChannel])
  // To everybody in it a new one looks the same: they are five hundred at most, and are not asked one by one.
  const seen = await presentConversation(ctx, id)
  broadcast(ctx, messagingEvents, 'conversation.created', seen, userIds.map(userChannel))
}

/** Throws 422 unless all of them work in the company and may write there, by their role's rules. */
async function requireColleagues(ctx: Context, companyId: number, ids: number[], field = 'user_ids'): Promise<void> {
  const found = await ctx.db
    .select({ roleId: memberships.roleId, ownRules: ownRoles.rules })
    .from(memberships)
    .leftJoin(ownRoles, ofMembership)
    .where(and(eq(memberships.companyId, companyId), inArray(memberships.userId, [...ids, ctx.actor.id]), isAtWork))
  const writing = found.filter(role => mayWithOwn({ ...role, companyId }, 'create', 'Conversation'))
  if (writing.length < ids.length + 1) throw invalidField(field, 'not_found')
}

function requireGroup({ conversation }: Joined): void {
  if (conversation.type !== 'group') throw new Problem('only_groups')
}

/** Changes a group's title or picture. */
export async function changeGroup(
  ctx: Context,
  id: number,
  { title, pictureUuid }: { title?: string | undefined; pictureUuid?: string | null | undefined },
): Promise<void> {
  const joined = await lockConversation(ctx, id)
  requireGroup(joined)
  const { conversation } = joined
  const picture = pictureUuid ? await claimFiles(ctx, [pictureUuid], 'conversation') : []
  if (picture.some(({ width }) => width === null)) throw invalidField('picture_uuid', 'not_an_option')
  await ctx.db
    .update(conversations)
    .set({
      title: title ?? conversation.title,
      ...(pictureUuid !== undefined && { pictureFileId: picture[0]?.id ?? null }),
    })
    .where(eq(conversations.id, conversation.id))
  if (title !== undefined && title !== conversation.title)
    await writeEvent(ctx, conversation, 'renamed', { text: title })
  broadcast(ctx, messagingEvents, 'conversation.updated', { id }, [channelOf(conversation)])
}

/** Adds a colleague to a group; a present member stays unchanged. */
export async function addToGroup(ctx: Context, id: number, userId: number): Promise<void> {
  const joined = await lockConversation(ctx, id)
  requireGroup(joined)
  const { conversation } = joined
  await requireColleagues(ctx, conversation.companyId, [userId], 'user_id')
  const inside = await ctx.db
    .select({ id: conversationMembers.userId })
    .from(conversationMembers)
    .where(
      and(
        eq(conversationMembers.companyId, conversation.companyId),
        eq(conversationMembers.conversationId, id),
        isNull(conversationMembers.leftAt),
      ),
    )
  if (inside.some(member => member.id === userId)) return
  if (inside.length >= maxMembers) throw invalidField('user_id', 'too_many', { maximum: maxMembers })
  await enter(ctx, conversation, [userId])
  const { changeId } = await writeEvent(ctx, conversation, 'joined', { about: userId })
  broadcast(ctx, messagingEvents, 'user.joined', byUser(ctx, conversation, userId, changeId), [channelOf(conversation)])
  const seen = await presentConversation({ ...ctx, actor: { ...ctx.actor, id: userId } }, id)
  broadcast(ctx, messagingEvents, 'conversation.created', seen, [userChannel(userId)])
}

/** Takes somebody out of a group, or oneself; they hear nothing of it from then on. */
export async function takeOut(ctx: Context, id: number, userId: number): Promise<void> {
  const joined = await lockConversation(ctx, id)
  requireGroup(joined)
  const { conversation } = joined
  if (userId !== ctx.actor.id && !mayRun(ctx, joined)) throw new Problem('forbidden')
  const left = await ctx.db
    .update(conversationMembers)
    .set({ leftAt: ctx.now, draft: null, draftAt: null })
    .where(and(ofMember(conversation, userId), isNull(conversationMembers.leftAt)))
    .returning({ userId: conversationMembers.userId })
  if (left.length === 0) throw new Problem('not_found')
  const { changeId } = await writeEvent(ctx, conversation, 'left', { about: userId })
  const gone = byUser(ctx, conversation, userId, changeId)
  broadcast(ctx, messagingEvents, 'user.left', gone, [channelOf(conversation)])
  broadcast(ctx, messagingEvents, 'user-left-conversation', gone, [channelOf(conversation), userChannel(userId)])
  await ctx.services.realtime.revoke({ userId, channel: channelOf(conversation) }, ctx.db)
}

const byUser = (ctx: Context, { id }: ConversationRow, userId: number, changeId: number) => ({
  conversation_id: id,
  change_id: changeId,
  user_id: userId,
  at: ctx.now.toISOString(),
})

/** A group is managed by its creator, and by members who handle reports. */
const mayRun = (ctx: Context, { conversation, member }: Joined): boolean =>
  conversation.createdBy === ctx.actor.id || (mayModerate(ctx) && member !== null)

/** Takes a conversation out of the actor's list until something new is written, or ends a group for everybody. */
export async function hideConversation(ctx: Context, id: number, forAll: boolean): Promise<void> {
  const joined = await lockConversation(ctx, id)
  const { conversation, member } = joined
  if (!forAll) {
    if (!member) throw new Problem('forbidden')
    await ctx.db
      .update(conversationMembers)
      .set({ hiddenId: conversation.lastMessageId ?? 0 })
      .where(ofMember(conversation, ctx.actor.id))
    return
  }
  requireGroup(joined)
  if (!mayRun(ctx, joined)) throw new Problem('forbidden')
  await ctx.db.update(conversations).set({ deletedAt: ctx.now }).where(eq(conversations.id, id))
  broadcast(ctx, messagingEvents, 'conversation.updated', { id }, [channelOf(conversation)])
}

type Own = { isMuted?: boolean | undefined; isPinned?: boolean | undefined; draft?: string | null | undefined }

/** Sets what only the actor sees of a conversation, and tells their other devices. */
export async function setOwn(ctx: Context, { conversation, member }: Joined, own: Own): Promise<void> {
  if (!member) return
  const { draft, ...flags } = own
  const drafted = draft === undefined ? {} : { draft: draft || null, draftAt: draft ? ctx.now : null }
  await ctx.db
    .update(conversationMembers)
    .set({ ...flags, ...drafted, userId: ctx.actor.id })
    .where(ofMember(conversation, ctx.actor.id))
  broadcast(ctx, messagingEvents, 'conversation.own', { id: conversation.id }, [userChannel(ctx.actor.id)])
}

/** Throws 422 for a person who does not answer the support line. */
async function requireAdmin({ db }: Context, userId: number): Promise<void> {
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.adminSince), isNull(users.archivedAt)))
  if (!found) throw invalidField('user_id', 'not_found')
}

/** The admin who looks after a conversation of the support line from now on, or nobody in particular. */
export async function assignSupport(ctx: Context, id: number, userId: number | null): Promise<void> {
  const { conversation } = await lockConversation(ctx, id)
  if (conversation.type !== 'support') throw new Problem('not_found')
  if (userId !== null) await requireAdmin(ctx, userId)
  await ctx.db.update(conversations).set({ assignedTo: userId }).where(eq(conversations.id, id))
  broadcast(ctx, messagingEvents, 'conversation.updated', { id }, [channelOf(conversation), supportChannel])
}
