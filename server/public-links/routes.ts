import { publicLinks } from '#shared/forms/public/publicLink.ts'
import { accessForm } from '../forms/queries.ts'
import type { Context } from '../lib/context.ts'
import { routes } from '../lib/http/routes.ts'
import { createLink, revokeLink, revokeLinks, updateLink } from './commands.ts'
import { labelSheet } from './labels/labelSheet.ts'
import { listLabels } from './labels/labels.ts'
import { accessLink, listLinks } from './links.ts'

/** The form, locked: its links are changed one after the other. */
const formOf = (ctx: Context, id: number) => accessForm(ctx, id, 'update')

export const publicLinkRoutes = routes(publicLinks, {
  list: async ({ id, ...paging }, ctx) => listLinks(ctx, await formOf(ctx, id), paging),
  create: async ({ id, ...settings }, ctx) => createLink(ctx, await formOf(ctx, id), settings),
  update: async ({ id, publicLinkId, revision, ...settings }, ctx) =>
    updateLink(ctx, await formOf(ctx, id), publicLinkId, settings, revision),
  remove: async ({ id, publicLinkId }, ctx) => {
    await revokeLink(ctx, await formOf(ctx, id), publicLinkId)
    return null
  },
  removeAll: async ({ id }, ctx) => {
    await revokeLinks(ctx, await formOf(ctx, id))
    return null
  },
  labels: async ({ id, publicLinkId, ...wanted }, ctx) => {
    const form = await formOf(ctx, id)
    return listLabels(ctx, form, await accessLink(ctx, form, publicLinkId), wanted)
  },
  labelSheet: async ({ id, publicLinkId, ids }, ctx) => {
    const form = await formOf(ctx, id)
    return labelSheet(ctx, form, await accessLink(ctx, form, publicLinkId), ids.split(',').map(Number))
  },
})
