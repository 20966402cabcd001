import { exports as calls } from '#shared/exports/contract.ts'
import { routes } from '../../lib/http/routes.ts'
import { beginExport, cancelExport, fetchExport, streamExport } from './commands.ts'
import { makeExport } from './jobs.ts'
import { accessExport, listExports, presentExport } from './queries.ts'

export const exportRoutes = routes(calls, {
  stream: (wanted, ctx) => streamExport(ctx, wanted),
  list: (paging, ctx) => listExports(ctx, paging),
  begin: (wanted, ctx) => beginExport(ctx, wanted, makeExport),
  get: async ({ id }, ctx) => presentExport(await accessExport(ctx, id)),
  fetch: async ({ id }, ctx) => fetchExport(ctx, await accessExport(ctx, id)),
  cancel: async ({ id }, ctx) => {
    await cancelExport(ctx, await accessExport(ctx, id, true))
    return null
  },
})
