import { samples as calls } from '#shared/samples/contract.ts'
import { accessCompany } from '../companies/queries.ts'
import { routes } from '../lib/http/routes.ts'
import type { Module } from '../module.ts'
import { addSamples, removeSamples } from './commands.ts'
import { presentSamples } from './queries.ts'

export const samplesModule: Module = {
  routes: routes(calls, {
    get: async ({ id }, ctx) => presentSamples(ctx.db, (await accessCompany(ctx, id, 'update')).id),
    add: async ({ id }, ctx) => addSamples(ctx, await accessCompany(ctx, id, 'update')),
    remove: async ({ id }, ctx) => {
      await removeSamples(ctx, await accessCompany(ctx, id, 'update'))
      return null
    },
  }),
}
