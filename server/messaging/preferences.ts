import { and, eq } from 'drizzle-orm'
import { presenceChannel } from '#shared/lib/events.ts'
import type { Preferences } from '#shared/messaging/shapes.ts'
import { audit } from '../audit/commands.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { messageRetention, messagingPreferences } from './table.ts'

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

/** Changes it. Whoever hides is not seen any more at once, on all their sockets. */
export async function changePreferences(
  ctx: Context,
  { doNotDisturbUntil, ...changes }: Changes,
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

/** Whoever shortens it erases what is older, for everybody: it is noted. */
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
