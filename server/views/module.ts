import { inArray, lt, sql } from 'drizzle-orm'
import { views } from '#shared/views/contract.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { eraseArchived, maxErased, nightly, requeueIf } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import type { Module } from '../module.ts'
import { archiveView, createView, restoreView, setSettings, updateView } from './commands.ts'
import { accessView, settingsOf } from './queries.ts'
import { listSettings, listViews } from './table.ts'

/** Returns the views and chosen columns of a list. */
export const getViewSettings: Handler<typeof views.settings> = ({ list, archived }, ctx) =>
  settingsOf(ctx, list, archived)

/** Changes a view. */
export const changeView: Handler<typeof views.update> = async ({ id, revision, ...changes }, ctx) =>
  updateView(ctx, await accessView(ctx, id, 'update'), changes, revision)

/** Archives a view. */
export const deleteView: Handler<typeof views.remove> = async ({ id }, ctx) => {
  await archiveView(ctx, await accessView(ctx, id, 'delete'))
  return null
}

/** Restores an archived view. */
export const undeleteView: Handler<typeof views.restore> = async ({ id }, ctx) =>
  restoreView(ctx, await accessView(ctx, id, 'delete'))

const viewRoutes = routes(views, {
  settings: getViewSettings,
  set: setSettings,
  create: createView,
  update: changeView,
  remove: deleteView,
  restore: undeleteView,
})

/** A list that opened with a view that goes now opens with everything; the columns that were chosen stay. */
export const eraseArchivedViews: Job<object> = {
  name: 'list_views.erase-archived',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const due = db
      .select({ id: listViews.id })
      .from(listViews)
      .where(lt(listViews.archivedAt, sql`now() - interval '30 days'`))
    await db.update(listSettings).set({ defaultViewId: null }).where(inArray(listSettings.defaultViewId, due))
    const { length } = await eraseArchived(db, listViews)
    await requeueIf(db, services, 'list_views.erase-archived', length === maxErased)
  },
}

export const viewsModule: Module = { routes: viewRoutes, jobs: [eraseArchivedViews] }
