import { and, count, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { wire } from '#shared/lib/casing.ts'
import type { Locale } from '#shared/lib/language.ts'
import { titleIn } from '#shared/lib/taskFields.ts'
import type { NotificationPreferences } from '#shared/notifications/contract.ts'
import { type NotificationKind, notificationKinds } from '#shared/notifications/rules.ts'
import { users } from '../accounts/table.ts'
import type { Context, SaidName } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { pageOf, slice, totalOf } from '../lib/registers/listing.ts'
import type { Texts } from '../lib/texts.ts'
import { notices, notificationPreferences } from './table.ts'

export type Preferences = typeof notificationPreferences.$inferSelect
type NotificationRow = typeof notices.$inferSelect

/** One page of what the caller was told, the latest first. */
export function listNotifications(
  {
    page,
    perPage,
    unread,
    kind,
  }: { page: number; perPage: number; unread?: boolean | undefined; kind?: NotificationKind | undefined },
  ctx: Context,
) {
  const where = and(ofBell(ctx), kind && eq(notices.topic, kind), unread ? isNull(notices.readAt) : undefined)
  const { limit, offset } = slice({ page, perPage })
  return pageOf(
    { page, perPage },
    {
      rows: ctx.db
        .select({ notice: notices, byName: users.name })
        .from(notices)
        .leftJoin(users, eq(users.id, notices.byId))
        .where(where)
        .orderBy(desc(notices.createdAt), desc(notices.id))
        .limit(limit)
        .offset(offset),
      totals: totalOf(ctx.db, notices, where),
      present: ({ notice, byName }) => presentNotification(notice, byName, ctx.services.texts, ctx.locale),
    },
  )
}

const ofBell = (ctx: Context) =>
  and(
    ...[eq(notices.companyId, ctx.actor.companyId ?? 0), eq(notices.userId, ctx.actor.id), isNotNull(notices.said)],
    inArray(notices.topic, [...notificationKinds]),
  )

/** Counts the caller's unread notifications. */
export async function countUnread(ctx: Context): Promise<number> {
  const [found] = await ctx.db
    .select({ total: count() })
    .from(notices)
    .where(and(ofBell(ctx), isNull(notices.readAt)))
  return found?.total ?? 0
}

/** A notification in wire form. */
const presentNotification = (row: NotificationRow, byName: string | null, texts: Texts, locale: Locale) => ({
  id: row.id,
  kind: row.topic as NotificationKind,
  text: sentenceOf(row, texts, locale),
  href: row.href ?? '/tasks',
  about: row.about ?? '',
  is_urgent: row.isUrgent,
  by: row.byId !== null && byName !== null ? { id: row.byId, name: byName } : null,
  created_at: row.createdAt.toISOString(),
  read_at: row.readAt?.toISOString() ?? null,
})

/**
 * Its sentence; each name in it keeps its own direction. A topic with several sentences says which by its `context`.
 */
export function sentenceOf(
  { topic, said }: Pick<NotificationRow, 'topic' | 'said'>,
  texts: Texts,
  locale: Locale,
): string {
  const { context, ...values } = said ?? {}
  const names = Object.fromEntries(
    Object.entries(values).map(([key, name]) => [key, `\u2068${nameIn(name, locale)}\u2069`]),
  )
  const which = typeof context === 'string' ? `_${context}` : ''
  return texts(locale)(`notifications.sentences.${topic}${which}` as never, names as never)
}

/** A name in a sentence, as a reader has it. */
export const nameIn = (name: SaidName, locale: Locale) => (typeof name === 'string' ? name : titleIn(name, locale))

/** Returns people's preferences in a company; none for people who never chose. */
export async function preferencesOf(db: Database, companyId: number, ids: number[]): Promise<Map<number, Preferences>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(notificationPreferences)
    .where(and(eq(notificationPreferences.companyId, companyId), inArray(notificationPreferences.userId, ids)))
  return new Map(rows.map(row => [row.userId, row]))
}

/** Presents preferences, with defaults for people who never chose. */
export function presentPreferences(row: Preferences | undefined, muted: string[]): NotificationPreferences {
  const kinds = { mailed: [], silent: [], unpushed: [] }
  if (!row) return { ...kinds, muted, quiet_from: null, quiet_to: null, is_never_quiet: false, digest_at: null }
  const { id: _, companyId: __, userId: ___, ...wishes } = row
  return { ...wire(wishes), muted } as unknown as NotificationPreferences
}
