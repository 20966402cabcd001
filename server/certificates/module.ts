import { papers as calls } from '#shared/certificates/contract.ts'
import { routes } from '../lib/http/routes.ts'
import type { Module } from '../module.ts'
import { endedPapersOf } from '../subjects/ports.ts'
import { addPaper, archivePaper, changePaper, paperFiles } from './commands.ts'
import { eraseArchivedPapers, paperEndings, paperEnds } from './jobs.ts'
import { endedPapers, listPapers, shownPaper } from './queries.ts'

const paperRoutes = routes(calls, {
  list: async (query, ctx) => listPapers(ctx, query),
  create: async (draft, ctx) => shownPaper(ctx, (await addPaper(ctx, draft)).id),
  update: async ({ id, ...changes }, ctx) => {
    await changePaper(ctx, id, changes)
    return shownPaper(ctx, id)
  },
  remove: async ({ id }, ctx) => {
    await archivePaper(ctx, id, ctx.now)
    return null
  },
  restore: async ({ id }, ctx) => {
    await archivePaper(ctx, id, null)
    return shownPaper(ctx, id)
  },
})

export const papersModule: Module = {
  routes: paperRoutes,
  jobs: [eraseArchivedPapers, paperEndings],
  notices: [paperEnds],
  queryProviders: [
    endedPapersOf.providedBy((db, { companyId, vehicleIds, today }) => endedPapers(db, companyId, vehicleIds, today)),
  ],
  fileOwners: paperFiles,
}
