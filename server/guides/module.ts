import { and, eq, inArray, sql } from 'drizzle-orm'
import { guides as calls } from '#shared/guides/contract.ts'
import type { HandlerInput } from '#shared/lib/contract.ts'
import { pdfSourceOf } from '../documents/ports.ts'
import { files } from '../files/table.ts'
import type { Context } from '../lib/context.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { eraseArchived, maxDeleted, maxErased, nightly, requeueIf } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import type { Module } from '../module.ts'
import { approveGuide, askForApproval, guideWaits } from './approvals.ts'
import {
  archiveGuide,
  confirmReading,
  createGuide,
  publishGuide,
  restoreGuide,
  restoreVersion,
  updateGuide,
} from './commands.ts'
import { guideFileOwners } from './files.ts'
import { guidePdf, guidePdfSource } from './pdf.ts'
import {
  accessGuide,
  listGuides,
  listManaged,
  listReaders,
  listVersions,
  presentGuide,
  requireVersion,
} from './queries.ts'
import { listReadyGuides, prepareReadyGuides, takeReadyGuide } from './ready/commands.ts'
import { guideToRead, remindReaders } from './reminding.ts'
import { guideApprovals, guideFiles, guideIsolation, guideReadings, guides, guideVersions } from './table.ts'

/** Lists the guides to read. */
export const getGuides: Handler<typeof calls.list> = (query, ctx) => listGuides(ctx, query)

/** Lists the ready guides. */
export const getReadyGuides: Handler<typeof calls.ready> = (_, ctx) => listReadyGuides(ctx)

const prepareReady = ({ key }: HandlerInput<typeof calls.takeReady>, ctx: Context) => prepareReadyGuides(ctx, [key])

/** Publishes a copy of a ready guide. */
export const useReadyGuide: Handler<typeof calls.takeReady> = ({ key }, ctx) => takeReadyGuide(ctx, key)

/** Returns a guide. */
export const getGuide: Handler<typeof calls.get> = async ({ id }, ctx) =>
  presentGuide(ctx, await accessGuide(ctx, id, 'read'))

/** Changes a guide. */
export const changeGuide: Handler<typeof calls.update> = async ({ id, revision, ...changes }, ctx) =>
  updateGuide(ctx, await accessGuide(ctx, id, 'update'), changes, revision)

/** Publishes a guide. */
export const publishOwnGuide: Handler<typeof calls.publish> = async ({ id, revision }, ctx) =>
  publishGuide(ctx, await accessGuide(ctx, id, 'update'), revision)

/** Asks for approval of a guide. */
export const requestApproval: Handler<typeof calls.ask> = async ({ id }, ctx) =>
  askForApproval(ctx, await accessGuide(ctx, id, 'update'))

/** Approves a step of a guide. */
export const approveStep: Handler<typeof calls.approve> = async ({ id, step, revision }, ctx) =>
  approveGuide(ctx, await accessGuide(ctx, id, 'approve'), step, revision)

/** Archives a guide. */
export const deleteGuide: Handler<typeof calls.remove> = async ({ id }, ctx) => {
  await archiveGuide(ctx, await accessGuide(ctx, id, 'delete'))
  return null
}

/** Restores an archived guide. */
export const undeleteGuide: Handler<typeof calls.restore> = async ({ id }, ctx) =>
  restoreGuide(ctx, await accessGuide(ctx, id, 'delete'))

/** Lists the versions of a guide. */
export const getGuideVersions: Handler<typeof calls.versions> = async ({ id, ...paging }, ctx) =>
  listVersions(ctx.db, await accessGuide(ctx, id, 'update'), paging)

/** Returns a version of a guide. */
export const getGuideVersion: Handler<typeof calls.version> = async ({ id, number }, ctx) =>
  requireVersion(ctx.db, await accessGuide(ctx, id, 'update'), number)

/** Makes the draft of a guide equal to an earlier version. */
export const returnToVersion: Handler<typeof calls.restoreVersion> = async ({ id, number, revision }, ctx) =>
  restoreVersion(ctx, await accessGuide(ctx, id, 'update'), number, revision)

/** Confirms that a guide was read. */
export const confirmGuide: Handler<typeof calls.read> = async ({ id, version }, ctx) =>
  confirmReading(ctx, await accessGuide(ctx, id, 'read'), version)

/** Lists the readers of a guide. */
export const getReaders: Handler<typeof calls.readers> = async ({ id, ...query }, ctx) =>
  listReaders(ctx, await accessGuide(ctx, id, 'update'), query)

/** Downloads a guide as PDF. */
export const getGuidePdf: Handler<typeof calls.pdf> = async ({ id }, ctx) =>
  guidePdf(ctx, await accessGuide(ctx, id, 'read'))

/** Reminds those who have not read a guide. */
export const remindOfGuide: Handler<typeof calls.remind> = async ({ id }, ctx) =>
  remindReaders(ctx, await accessGuide(ctx, id, 'update'))

const guideRoutes = routes(calls, {
  list: getGuides,
  all: listManaged,
  ready: getReadyGuides,
  takeReady: { prepare: prepareReady, handle: useReadyGuide },
  create: createGuide,
  get: getGuide,
  update: changeGuide,
  publish: publishOwnGuide,
  ask: requestApproval,
  approve: approveStep,
  remove: deleteGuide,
  restore: undeleteGuide,
  versions: getGuideVersions,
  version: getGuideVersion,
  restoreVersion: returnToVersion,
  read: confirmGuide,
  readers: getReaders,
  remind: remindOfGuide,
  pdf: getGuidePdf,
})

/** What was archived 30 days ago, with its versions; then the files that no other guide names. */
const eraseArchivedGuides: Job<object> = {
  name: 'guides.erase-archived',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const erased = await eraseArchived(db, guides, {
      parts: [
        { table: guideReadings, of: guideReadings.guideId },
        { table: guideApprovals, of: guideApprovals.guideId },
        { table: guideFiles, of: guideFiles.guideId },
        { table: guideVersions, of: guideVersions.guideId },
      ],
    })
    const isNamed = sql`exists (${db
      .select({ id: guideFiles.id })
      .from(guideFiles)
      .where(and(eq(guideFiles.companyId, files.companyId), eq(guideFiles.fileId, files.id)))})`
    const unnamed = db
      .select({ id: files.id })
      .from(files)
      .where(and(eq(files.ownedBy, 'guide'), sql`not ${isNamed}`))
      .limit(maxDeleted)
    const gone = await db
      .delete(files)
      .where(inArray(files.id, unnamed))
      .returning({ path: files.path, previewPath: files.previewPath })
    await requeueIf(db, services, 'guides.erase-archived', erased.length === maxErased || gone.length === maxDeleted)
    return async () => {
      for (const { path, previewPath } of gone) {
        await services.storage.remove(path)
        if (previewPath) await services.storage.remove(previewPath)
      }
    }
  },
}

export const guidesModule: Module = {
  isolation: guideIsolation,
  routes: guideRoutes,
  incremental: [{ call: calls.all, table: guides }],
  jobs: [eraseArchivedGuides],
  queryProviders: [pdfSourceOf.providedBy(guidePdfSource)],
  notifications: [guideWaits, guideToRead as never],
  fileOwners: guideFileOwners,
}
