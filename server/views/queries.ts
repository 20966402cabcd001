import { and, asc, eq, isNull, ne } from 'drizzle-orm'
import { wire } from '#shared/lib/casing.ts'
import { type ListSettings, type ListView, maxViews, type ViewedList } from '#shared/views/contract.ts'
import { users } from '../accounts/table.ts'
import { type Context, companyOf, locksFor, permitted } from '../lib/context.ts'
import { alphabetical } from '../lib/db/naturalOrder.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { archivedOrNot } from '../lib/registers/listing.ts'
import { listSettings, listViews } from './table.ts'

export type ViewRow = typeof listViews.$inferSelect

/** Returns the view if the actor may do this with it, locked for changes. Throws 404 otherwise. */
export async function accessView(ctx: Context, id: number, action: string): Promise<ViewRow> {
  const query = ctx.db.select().from(listViews).where(eq(listViews.id, id))
  const [view] = await (locksFor(ctx, action) ? query.for('update') : query)
  return permitted(ctx, action, 'ListView', view)
}

/**
 * The views of a list that the actor may open, or the archived ones that they may restore, by name, the own first; with
 * what they chose for themselves.
 */
export async function settingsOf(ctx: Context, list: ViewedList, archived = false): Promise<ListSettings> {
  const companyId = companyOf(ctx)
  const { id: userId } = ctx.actor
  const wanted = and(
    eq(listViews.companyId, companyId),
    eq(listViews.list, list),
    archivedOrNot(listViews, archived),
    accessible(ctx.ability, archived ? 'delete' : 'read', 'ListView', listViews),
  )
  const select = () =>
    ctx.db
      .select({ view: listViews, userName: users.name })
      .from(listViews)
      .leftJoin(users, eq(users.id, listViews.userId))
  const [own, shared, [chosen]] = await Promise.all([
    select()
      .where(and(wanted, eq(listViews.userId, userId)))
      .orderBy(asc(alphabetical(listViews.name, ctx.locale)), asc(listViews.id))
      .limit(maxViews.own),
    select()
      .where(and(wanted, ne(listViews.userId, userId), eq(listViews.forEverybody, true)))
      .orderBy(asc(alphabetical(listViews.name, ctx.locale)), asc(listViews.id))
      .limit(maxViews.shared),
    ctx.db
      .select()
      .from(listSettings)
      .where(and(eq(listSettings.companyId, companyId), eq(listSettings.userId, userId), eq(listSettings.list, list))),
  ])
  const views = [...own, ...shared].map(({ view, userName }) => presentView(view, userName))
  const opensWith = views.find(({ id }) => id === chosen?.defaultViewId)
  return { views, columns: chosen?.columns ?? null, default_view_id: opensWith?.id ?? null }
}

export const presentView = (view: ViewRow, userName: string | null): ListView => ({
  ...wire(view),
  user_name: userName ?? '',
})

/** Counts the views of the actor, or the shared ones of a list. */
export const countViews = (ctx: Context, what: 'own' | 'shared', list: ViewedList) =>
  ctx.db.$count(
    listViews,
    and(
      eq(listViews.companyId, companyOf(ctx)),
      isNull(listViews.archivedAt),
      what === 'own'
        ? eq(listViews.userId, ctx.actor.id)
        : and(eq(listViews.list, list), eq(listViews.forEverybody, true)),
    ),
  )
