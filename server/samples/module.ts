import { samples as calls } from '#shared/samples/contract.ts'
import { accessCompany } from '../companies/queries.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import type { Module } from '../module.ts'
import { addSamples, removeSamples } from './commands.ts'
import { presentSamples } from './queries.ts'

/** Returns the sample data of a company. */
export const getSamples: Handler<typeof calls.get> = async ({ id }, ctx) =>
  presentSamples(ctx.db, (await accessCompany(ctx, id, 'update')).id)

/** Adds sample data to a company. */
export const createSamples: Handler<typeof calls.add> = async ({ id }, ctx) =>
  addSamples(ctx, await accessCompany(ctx, id, 'update'))

/** Removes the sample data of a company. */
export const deleteSamples: Handler<typeof calls.remove> = async ({ id }, ctx) => {
  await removeSamples(ctx, await accessCompany(ctx, id, 'update'))
  return null
}

export const samplesModule: Module = {
  routes: routes(calls, {
    get: getSamples,
    add: createSamples,
    remove: deleteSamples,
  }),
}
