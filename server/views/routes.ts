import { views } from '#shared/views/contract.ts'
import { routes } from '../lib/http/routes.ts'
import { archiveView, createView, restoreView, setSettings, updateView } from './commands.ts'
import { accessView, settingsOf } from './queries.ts'

export const viewRoutes = routes(views, {
  settings: ({ list, archived }, ctx) => settingsOf(ctx, list, archived),
  set: (chosen, ctx) => setSettings(ctx, chosen),
  create: (draft, ctx) => createView(ctx, draft),
  update: async ({ id, revision, ...changes }, ctx) =>
    updateView(ctx, await accessView(ctx, id, 'update'), changes, revision),
  remove: async ({ id }, ctx) => {
    await archiveView(ctx, await accessView(ctx, id, 'delete'))
    return null
  },
  restore: async ({ id }, ctx) => restoreView(ctx, await accessView(ctx, id, 'delete')),
})
