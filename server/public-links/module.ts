import { publicLinks as calls } from '#shared/forms/public/publicLink.ts'
import { paperOf } from '../documents/ports.ts'
import { accessForm } from '../forms/queries.ts'
import type { Context } from '../lib/context.ts'
import { routes } from '../lib/http/routes.ts'
import { hashed } from '../lib/security/passwordHash.ts'
import type { Module } from '../module.ts'
import { createLink, examineChange, examineNew, revokeLink, revokeLinks, updateLink } from './commands.ts'
import { labelSheet, listLabels, paperOfLabels } from './labels.ts'
import { accessLink, listLinks } from './links.ts'
import { servePublicPictures } from './pictures.ts'

/** The form, locked: its links are changed one after the other. */
const formOf = (ctx: Context, id: number) => accessForm(ctx, id, 'update')

type PinHash = string | null | undefined

/** The hash of a new PIN; null takes it away, and undefined leaves it. */
const hashOf = async (ctx: Context, pin: string | null | undefined): Promise<PinHash> => (pin ? hashed(ctx, pin) : pin)

const publicLinkRoutes = routes(calls, {
  list: async ({ id, ...paging }, ctx) => listLinks(ctx, await formOf(ctx, id), paging),
  create: {
    prepare: async ({ id, pin, ...settings }, ctx) => {
      await examineNew(ctx, await formOf(ctx, id), settings)
      return hashOf(ctx, pin)
    },
    handle: async ({ id, pin: _, ...settings }, ctx, pinHash: PinHash) =>
      createLink(ctx, await formOf(ctx, id), { ...settings, pinHash }),
  },
  update: {
    prepare: async ({ id, publicLinkId, revision, pin, ...settings }, ctx) => {
      await examineChange(ctx, await formOf(ctx, id), publicLinkId, settings, revision)
      return hashOf(ctx, pin)
    },
    handle: async ({ id, publicLinkId, revision, pin: _, ...settings }, ctx, pinHash: PinHash) =>
      updateLink(ctx, await formOf(ctx, id), publicLinkId, { ...settings, pinHash }, revision),
  },
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

export const publicLinksModule: Module = {
  routes: publicLinkRoutes,
  queryProviders: [paperOf.providedBy(paperOfLabels)],
  serve: servePublicPictures,
}
