import { publicLinks as calls } from '#shared/forms/public/publicLink.ts'
import type { HandlerInput } from '#shared/lib/contract.ts'
import { pdfSourceOf } from '../documents/ports.ts'
import { accessForm } from '../forms/queries.ts'
import { publicLinks } from '../forms/table.ts'
import type { Context } from '../lib/context.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { hashed } from '../lib/security/passwordHash.ts'
import type { Module } from '../module.ts'
import { createLink, examineChange, examineNew, revokeLink, revokeLinks, updateLink } from './commands.ts'
import { labelSheet, labelsPdfSource, listLabels } from './labels.ts'
import { accessLink, listLinks } from './links.ts'
import { servePublicPictures } from './pictures.ts'

/** The form, locked: its links are changed one after the other. */
const formOf = (ctx: Context, id: number) => accessForm(ctx, id, 'update')

type PinHash = string | null | undefined

/** The hash of a new PIN; null takes it away, and undefined leaves it. */
const hashOf = async (ctx: Context, pin: string | null | undefined): Promise<PinHash> => (pin ? hashed(ctx, pin) : pin)

/** Lists the public links of a form. */
export const getLinks: Handler<typeof calls.list> = async ({ id, ...paging }, ctx) =>
  listLinks(ctx, await formOf(ctx, id), paging)

const prepareLink = async ({ id, pin, ...settings }: HandlerInput<typeof calls.create>, ctx: Context) => {
  await examineNew(ctx, await formOf(ctx, id), settings)
  return hashOf(ctx, pin)
}

/** Makes a public link of a form. */
export const createPublicLink: Handler<typeof calls.create, PinHash> = async (
  { id, pin: _, ...settings },
  ctx,
  pinHash,
) => createLink(ctx, await formOf(ctx, id), { ...settings, pinHash })

const prepareChange = async (
  { id, publicLinkId, revision, pin, ...settings }: HandlerInput<typeof calls.update>,
  ctx: Context,
) => {
  await examineChange(ctx, await formOf(ctx, id), publicLinkId, settings, revision)
  return hashOf(ctx, pin)
}

/** Changes a public link of a form. */
export const changePublicLink: Handler<typeof calls.update, PinHash> = async (
  { id, publicLinkId, revision, pin: _, ...settings },
  ctx,
  pinHash,
) => updateLink(ctx, await formOf(ctx, id), publicLinkId, { ...settings, pinHash }, revision)

/** Revokes a public link of a form. */
export const deletePublicLink: Handler<typeof calls.remove> = async ({ id, publicLinkId }, ctx) => {
  await revokeLink(ctx, await formOf(ctx, id), publicLinkId)
  return null
}

/** Revokes all public links of a form. */
export const deletePublicLinks: Handler<typeof calls.removeAll> = async ({ id }, ctx) => {
  await revokeLinks(ctx, await formOf(ctx, id))
  return null
}

/** Lists the labels of a public link. */
export const getLabels: Handler<typeof calls.labels> = async ({ id, publicLinkId, ...wanted }, ctx) => {
  const form = await formOf(ctx, id)
  return listLabels(ctx, form, await accessLink(ctx, form, publicLinkId), wanted)
}

/** Prints labels of a public link. */
export const getLabelSheet: Handler<typeof calls.labelSheet> = async ({ id, publicLinkId, ids }, ctx) => {
  const form = await formOf(ctx, id)
  return labelSheet(ctx, form, await accessLink(ctx, form, publicLinkId), ids.split(',').map(Number))
}

const publicLinkRoutes = routes(calls, {
  list: getLinks,
  create: { prepare: prepareLink, handle: createPublicLink },
  update: { prepare: prepareChange, handle: changePublicLink },
  remove: deletePublicLink,
  removeAll: deletePublicLinks,
  labels: getLabels,
  labelSheet: getLabelSheet,
})

export const publicLinksModule: Module = {
  routes: publicLinkRoutes,
  incremental: [{ call: calls.list, table: publicLinks, of: 'formId' }],
  queryProviders: [pdfSourceOf.providedBy(labelsPdfSource)],
  serve: servePublicPictures,
}
