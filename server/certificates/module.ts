import { papers as calls } from '#shared/certificates/contract.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import type { Module } from '../module.ts'
import { endedCertificatesOf } from '../subjects/ports.ts'
import { addCertificate, archiveCertificate, certificateFiles, changeCertificate } from './commands.ts'
import { certificateEndings, certificateEnds, eraseArchivedCertificates } from './jobs.ts'
import { endedCertificates, listCertificates, shownCertificate } from './queries.ts'
import { certificateIsolation, papers } from './table.ts'

/** Adds a certificate. */
export const createCertificate: Handler<typeof calls.create> = async (draft, ctx) =>
  shownCertificate(ctx, (await addCertificate(ctx, draft)).id)

/** Changes a certificate. */
export const updateCertificate: Handler<typeof calls.update> = async ({ id, ...changes }, ctx) => {
  await changeCertificate(ctx, id, changes)
  return shownCertificate(ctx, id)
}

/** Archives a certificate. */
export const deleteCertificate: Handler<typeof calls.remove> = async ({ id }, ctx) => {
  await archiveCertificate(ctx, id, ctx.now)
  return null
}

/** Restores a certificate. */
export const restoreCertificate: Handler<typeof calls.restore> = async ({ id }, ctx) => {
  await archiveCertificate(ctx, id, null)
  return shownCertificate(ctx, id)
}

const certificateRoutes = routes(calls, {
  list: listCertificates,
  create: createCertificate,
  update: updateCertificate,
  remove: deleteCertificate,
  restore: restoreCertificate,
})

export const certificatesModule: Module = {
  isolation: certificateIsolation,
  routes: certificateRoutes,
  incremental: [{ call: calls.list, table: papers }],
  jobs: [eraseArchivedCertificates, certificateEndings],
  notifications: [certificateEnds],
  queryProviders: [
    endedCertificatesOf.providedBy((db, { companyId, vehicleIds, today }) =>
      endedCertificates(db, companyId, vehicleIds, today),
    ),
  ],
  fileOwners: certificateFiles,
}
