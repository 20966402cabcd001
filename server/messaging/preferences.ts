/**
 * Unread messages as notifications, for people who open the app or were not connected for a while.
 */
import { and, desc, eq, gt, isNull, lt, ne, notExists, sql } from 'drizzle-orm'
import { presenceChannel } from '#shared/lib/contract.ts'
import type { Notification, Preferences } from '#shared/messaging/shapes.ts'
import { audit } from '../audit/commands.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { isListed, mine, myPlace, readUpTo, unreadOf } from './conversationQueries.ts'
import { sendersOf } from './present.ts'
import {
  conversationMembers,
  conversations,
  messageAcknowledgements,
  messageRetention,
  messages,
  messagingPreferences,
  personBlocks,
} from './table.ts'

const maxConversations = 100
/** A notice shows the beginning of a message. */
export const maxNotificationText = 300

/**
 * One notification for each conversation with unread messages, newest first: of an urgent message that is not
 * acknowledged, else of the latest. `withinMs` limits them to recent messages of people whom the actor has not blocked.
 */
export async function listNotices(ctx: Context, withinMs?: number): Promise<Notification[]> {
  const { db, actor } = ctx
  const acknowledged = db
    .select({ messageId: messageAcknowledgements.messageId })
    .from(messageAcknowledgements)
    .where(
      and(
        eq(messageAcknowledgements.companyId, messages.companyId),
        eq(messageAcknowledgements.messageId, messages.id),
        eq(messageAcknowledgements.userId, actor.id),
      ),
    )
  const blocked = db
    .select({ userId: personBlocks.userId })
    .from(personBlocks)
    .where(
      and(
        eq(personBlocks.companyId, messages.companyId),
        eq(personBlocks.userId, actor.id),
        eq(personBlocks.blockedUserId, messages.senderId),
      ),
    )
  const latest = db
    .select({
      id: messages.id,
      senderId: messages.senderId,
      createdAt: messages.createdAt,
      text: messages.messageText,
      mentions: messages.mentions,
      isUrgent: messages.isUrgent,
      // Its columns are named in full: a query of one table leaves their table out.
      attachmentCount: sql<number>`(
        select count(*)::int from message_attachments a where a.company_id = messages.company_id
          and a.message_id = messages.id
      )`.as('attachment_count'),
    })
    .from(messages)
    .where(
      and(
        eq(messages.companyId, conversations.companyId),
        eq(messages.conversationId, conversations.id),
        gt(messages.id, readUpTo),
        ne(messages.senderId, actor.id),
        eq(messages.kind, 'message'),
        isNull(messages.deletedAt),
        withinMs === undefined
          ? undefined
          : and(gt(messages.createdAt, new Date(ctx.now.getTime() - withinMs)), notExists(blocked)),
      ),
    )
    .orderBy(desc(sql`${messages.isUrgent} and ${notExists(acknowledged)}`), desc(messages.id))
    .limit(1)
    .as('latest')
  const rows = await db
    .select({
      id: latest.id,
      conversationId: conversations.id,
      title: conversations.title,
      createdAt: latest.createdAt,
      text: latest.text,
      attachmentCount: latest.attachmentCount,
      senderId: latest.senderId,
      mentions: latest.mentions,
      isUrgent: latest.isUrgent,
      isMuted: conversationMembers.isMuted,
      unreadCount: unreadOf(actor.id),
    })
    .from(conversations)
    .leftJoin(conversationMembers, myPlace(ctx))
    .innerJoinLateral(latest, sql`true`)
    .where(and(mine(ctx), isListed, lt(readUpTo, sql`coalesce(${conversations.lastMessageId}, 0)`)))
    .orderBy(desc(latest.createdAt), desc(latest.id))
    .limit(maxConversations)
  const senders = await sendersOf(
    db,
    rows.map(({ senderId }) => senderId),
  )
  return rows.map(({ conversationId, createdAt, mentions, ...row }) => ({
    id: row.id,
    conversation_id: conversationId,
    conversation_title: row.title,
    created_at: createdAt.toISOString(),
    message_text: row.text.slice(0, maxNotificationText),
    attachment_count: row.attachmentCount,
    sender: senders.get(row.senderId) ?? null,
    unread_count: row.unreadCount,
    is_muted: row.isMuted ?? false,
    is_urgent: row.isUrgent,
    is_mention: mentions.includes(actor.id),
  }))
}

const usual: Preferences = {
  hides_presence: false,
  hides_typing: false,
  has_sound: true,
  enter_sends: true,
  do_not_disturb_until: null,
  quiet_from: null,
  quiet_to: null,
}

const own = ({ actor }: Pick<Context, 'actor'>) =>
  and(eq(messagingPreferences.companyId, actor.companyId ?? 0), eq(messagingPreferences.userId, actor.id))

/** How the actor wants messaging to be in the company that they work in. */
export async function findPreferences(ctx: Pick<Context, 'db' | 'actor'>): Promise<Preferences> {
  const [row] = await ctx.db.select().from(messagingPreferences).where(own(ctx))
  if (!row) return usual
  return {
    hides_presence: row.hidesPresence,
    hides_typing: row.hidesTyping,
    has_sound: row.hasSound,
    enter_sends: row.enterSends,
    do_not_disturb_until: row.doNotDisturbUntil?.toISOString() ?? null,
    quiet_from: row.quietFrom,
    quiet_to: row.quietTo,
  }
}

type Changes = {
  hidesPresence?: boolean | undefined
  hidesTyping?: boolean | undefined
  hasSound?: boolean | undefined
  enterSends?: boolean | undefined
  doNotDisturbUntil?: string | null | undefined
  quietFrom?: string | null | undefined
  quietTo?: string | null | undefined
}

/** Changes the preferences. A person who hides their presence is not seen any more at once, on all their sockets. */
export async function changePreferences(
  { doNotDisturbUntil, ...changes }: Changes,
  ctx: Context,
): Promise<Preferences> {
  const companyId = companyOf(ctx)
  const set = {
    ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
    ...(doNotDisturbUntil !== undefined && { doNotDisturbUntil: doNotDisturbUntil && new Date(doNotDisturbUntil) }),
    userId: ctx.actor.id,
  } as Partial<typeof messagingPreferences.$inferInsert>
  await ctx.db
    .insert(messagingPreferences)
    .values({ ...set, companyId, userId: ctx.actor.id })
    .onConflictDoUpdate({ target: [messagingPreferences.companyId, messagingPreferences.userId], set })
  if (changes.hidesPresence !== undefined)
    await ctx.services.realtime.revoke({ userId: ctx.actor.id, channel: presenceChannel(companyId) }, ctx.db)
  return findPreferences(ctx)
}

/** For how many days the company keeps messages; null for ever. */
export async function findRetention(ctx: Pick<Context, 'db' | 'actor'>): Promise<{ days: number | null }> {
  const [row] = await ctx.db
    .select({ days: messageRetention.days })
    .from(messageRetention)
    .where(eq(messageRetention.companyId, ctx.actor.companyId ?? 0))
  return { days: row?.days ?? null }
}

/** A shorter retention erases older messages for everybody, so it is in the audit log. */
export async function setRetention(ctx: Context, days: number | null): Promise<{ days: number | null }> {
  const companyId = companyOf(ctx)
  const { days: before } = await findRetention(ctx)
  if (days === before) return { days }
  if (days === null) await ctx.db.delete(messageRetention).where(eq(messageRetention.companyId, companyId))
  else
    await ctx.db
      .insert(messageRetention)
      .values({ companyId, days })
      .onConflictDoUpdate({ target: messageRetention.companyId, set: { days } })
  await audit(ctx, 'messaging.retention_set', { type: 'Company', id: companyId }, { days: { before, after: days } })
  return { days }
}
