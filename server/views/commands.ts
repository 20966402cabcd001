import { and, desc, eq, isNotNull, notInArray, sql } from 'drizzle-orm'
import type { AuditAction } from '#shared/audit/rules.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import { type ListSettings, type ListView, maxViews, type ViewedList } from '#shared/views/contract.ts'
import { users } from '../accounts/table.ts'
import { audit } from '../audit/commands.ts'
import { type Context, companyOf, whereRefused } from '../lib/context.ts'
import { accessView, countViews, presentView, settingsOf, type ViewRow } from './queries.ts'
import { listSettings, listViews } from './table.ts'

type Draft = {
  name: string
  filters: Record<string, string | number | boolean>
  columns: string[] | null
  forEverybody: boolean
}

/** Saves a view. Throws 422 where there are as many as there may be, 403 where the actor may not share it. */
export async function createView(view: Draft & { list: ViewedList }, ctx: Context): Promise<ListView> {
  const companyId = companyOf(ctx)
  const userId = ctx.actor.id
  requireSharing(ctx, view.forEverybody, { companyId, userId })
  await requireRoom(ctx, view.list, { own: true, shared: view.forEverybody })
  await forgetArchived(ctx, companyId)
  const [row] = await ctx.db
    .insert(listViews)
    .values({ ...view, companyId, userId, createdAt: ctx.now, updatedAt: ctx.now })
    .returning()
  if (!row) throw new Error('The view was not stored.')
  await note(ctx, 'view.created', row)
  return present(ctx, row)
}

type Changes = { [Field in keyof Draft]?: Draft[Field] | undefined }

/** Updates the sent fields of a view, locked by `accessView`. Only people who may share change a shared one. */
export async function updateView(ctx: Context, view: ViewRow, sent: Changes, expected?: number): Promise<ListView> {
  if (expected !== undefined && expected !== view.revision)
    throw new Problem('stale_revision', { data: await present(ctx, view) })
  const changes = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as Partial<Draft>
  const forEverybody = changes.forEverybody ?? view.forEverybody
  requireSharing(ctx, view.forEverybody || forEverybody, view)
  if (forEverybody && !view.forEverybody) await requireRoom(ctx, view.list, { own: false, shared: true })
  return revise(ctx, view, changes, 'view.updated')
}

/** Archives a view. */
export async function archiveView(ctx: Context, view: ViewRow): Promise<void> {
  if (!view.archivedAt) await revise(ctx, view, { archivedAt: ctx.now }, 'view.archived')
}
export async function restoreView(ctx: Context, view: ViewRow): Promise<ListView> {
  if (!view.archivedAt) return present(ctx, view)
  await requireRoom(ctx, view.list, { own: view.userId === ctx.actor.id, shared: view.forEverybody })
  return revise(ctx, view, { archivedAt: null }, 'view.restored')
}

type Chosen = { list: ViewedList; columns?: string[] | null | undefined; defaultViewId?: number | null | undefined }

/**
 * Keeps which columns the actor chose, and which view the list opens with. Throws 422 for a view that is not of this
 * list.
 */
export async function setSettings({ list, columns, defaultViewId }: Chosen, ctx: Context): Promise<ListSettings> {
  const companyId = companyOf(ctx)
  if (defaultViewId != null) {
    const view = await accessView(ctx, defaultViewId, 'read').catch(whereRefused(() => undefined))
    if (!view || view.list !== list || view.archivedAt) throw invalidField('default_view_id', 'not_found')
  }
  const set = { ...(columns !== undefined && { columns }), ...(defaultViewId !== undefined && { defaultViewId }) }
  if (Object.keys(set).length > 0)
    await ctx.db
      .insert(listSettings)
      .values({ companyId, userId: ctx.actor.id, list, ...set })
      .onConflictDoUpdate({ target: [listSettings.companyId, listSettings.userId, listSettings.list], set })
  return settingsOf(ctx, list)
}

function requireSharing(ctx: Context, isShared: boolean, row: { companyId: number; userId: number }): void {
  if (isShared && !allows(ctx.ability, 'share', 'ListView', row)) throw new Problem('forbidden')
}

async function requireRoom(ctx: Context, list: ViewedList, more: { own: boolean; shared: boolean }): Promise<void> {
  // Two at once count each other.
  await ctx.db.execute(sql`select pg_advisory_xact_lock(${companyOf(ctx)}, hashtext('list_views'))`)
  for (const what of ['own', 'shared'] as const)
    if (more[what] && (await countViews(ctx, what, list)) >= maxViews[what])
      throw invalidField(what === 'own' ? 'name' : 'for_everybody', 'too_many', { maximum: maxViews[what] })
}

/** Archived views have the same bound as living ones, so that saving and deleting all day fills nothing. */
async function forgetArchived(ctx: Context, companyId: number): Promise<void> {
  const own = and(
    eq(listViews.companyId, companyId),
    eq(listViews.userId, ctx.actor.id),
    isNotNull(listViews.archivedAt),
  )
  const kept = ctx.db
    .select({ id: listViews.id })
    .from(listViews)
    .where(own)
    .orderBy(desc(listViews.archivedAt))
    .limit(maxViews.own)
  const opensWith = ctx.db
    .select({ id: listSettings.defaultViewId })
    .from(listSettings)
    .where(and(eq(listSettings.companyId, companyId), isNotNull(listSettings.defaultViewId)))
  await ctx.db.delete(listViews).where(and(own, notInArray(listViews.id, kept), notInArray(listViews.id, opensWith)))
}

async function revise(
  ctx: Context,
  view: ViewRow,
  changes: Partial<typeof listViews.$inferInsert>,
  action: AuditAction,
): Promise<ListView> {
  const [after] = await ctx.db
    .update(listViews)
    .set({ ...changes, revision: view.revision + 1, updatedAt: ctx.now })
    .where(eq(listViews.id, view.id))
    .returning()
  if (!after) throw new Problem('not_found')
  await note(ctx, action, after)
  return present(ctx, after)
}

const note = (ctx: Context, action: AuditAction, { id, companyId, list, forEverybody }: ViewRow) =>
  audit(ctx, action, { type: 'ListView', id, companyId }, { list, for_everybody: forEverybody })

async function present(ctx: Context, view: ViewRow): Promise<ListView> {
  const [person] = await ctx.db.select({ name: users.name }).from(users).where(eq(users.id, view.userId))
  return presentView(view, person?.name ?? null)
}
