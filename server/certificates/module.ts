import { papers as calls } from '#shared/certificates/contract.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import type { Module } from '../module.ts'
import { endedPapersOf } from '../subjects/ports.ts'
import { addPaper, archivePaper, changePaper, paperFiles } from './commands.ts'
import { eraseArchivedPapers, paperEndings, paperEnds } from './jobs.ts'
import { endedPapers, listPapers, shownPaper } from './queries.ts'

/** Adds a certificate. */
export const createCertificate: Handler<typeof calls.create> = async (draft, ctx) =>
  shownPaper(ctx, (await addPaper(ctx, draft)).id)

/** Changes a certificate. */
export const updateCertificate: Handler<typeof calls.update> = async ({ id, ...changes }, ctx) => {
  await changePaper(ctx, id, changes)
  return shownPaper(ctx, id)
}

/** Archives a certificate. */
export const deleteCertificate: Handler<typeof calls.remove> = async ({ id }, ctx) => {
  await archivePaper(ctx, id, ctx.now)
  return null
}

/** Restores a certificate. */
export const restoreCertificate: Handler<typeof calls.restore> = async ({ id }, ctx) => {
  await archivePaper(ctx, id, null)
  return shownPaper(ctx, id)
}

const paperRoutes = routes(calls, {
  list: listPapers,
  create: createCertificate,
  update: updateCertificate,
  remove: deleteCertificate,
  restore: restoreCertificate,
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
