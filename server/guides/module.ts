import { and, eq, inArray, sql } from 'drizzle-orm'
import { guides as calls } from '#shared/guides/contract.ts'
import { paperOf } from '../documents/ports.ts'
import { files } from '../files/table.ts'
import { routes } from '../lib/http/routes.ts'
import { comeAgain, eraseArchived, maxDeleted, maxErased, nightly } from '../lib/jobs/erasing.ts'
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
import { guidePdf, paperOfGuide } from './pdf.ts'
import {
  accessGuide,
  listGuides,
  listManaged,
  listReaders,
  listVersions,
  presentGuide,
  requireVersion,
} from './queries.ts'
import { guideApprovals, guideFiles, guideReadings, guides, guideVersions } from './table.ts'

const guideRoutes = routes(calls, {
  list: (query, ctx) => listGuides(ctx, query),
  all: (query, ctx) => listManaged(ctx, query),
  create: (draft, ctx) => createGuide(ctx, draft),
  get: async ({ id }, ctx) => presentGuide(ctx, await accessGuide(ctx, id, 'read')),
  update: async ({ id, revision, ...changes }, ctx) =>
    updateGuide(ctx, await accessGuide(ctx, id, 'update'), changes, revision),
  publish: async ({ id, revision }, ctx) => publishGuide(ctx, await accessGuide(ctx, id, 'update'), revision),
  ask: async ({ id }, ctx) => askForApproval(ctx, await accessGuide(ctx, id, 'update')),
  approve: async ({ id, step, revision }, ctx) =>
    approveGuide(ctx, await accessGuide(ctx, id, 'approve'), step, revision),
  remove: async ({ id }, ctx) => {
    await archiveGuide(ctx, await accessGuide(ctx, id, 'delete'))
    return null
  },
  restore: async ({ id }, ctx) => restoreGuide(ctx, await accessGuide(ctx, id, 'delete')),
  versions: async ({ id, ...paging }, ctx) => listVersions(ctx.db, await accessGuide(ctx, id, 'update'), paging),
  version: async ({ id, number }, ctx) => requireVersion(ctx.db, await accessGuide(ctx, id, 'update'), number),
  restoreVersion: async ({ id, number, revision }, ctx) =>
    restoreVersion(ctx, await accessGuide(ctx, id, 'update'), number, revision),
  read: async ({ id, version }, ctx) => confirmReading(ctx, await accessGuide(ctx, id, 'read'), version),
  readers: async ({ id, ...query }, ctx) => listReaders(ctx, await accessGuide(ctx, id, 'update'), query),
  pdf: async ({ id }, ctx) => guidePdf(ctx, await accessGuide(ctx, id, 'read')),
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
    await comeAgain(db, services, 'guides.erase-archived', erased.length === maxErased || gone.length === maxDeleted)
    return async () => {
      for (const { path, previewPath } of gone) {
        await services.storage.remove(path)
        if (previewPath) await services.storage.remove(previewPath)
      }
    }
  },
}

export const guidesModule: Module = {
  routes: guideRoutes,
  jobs: [eraseArchivedGuides],
  queryProviders: [paperOf.providedBy(paperOfGuide)],
  notices: [guideWaits],
  fileOwners: guideFileOwners,
}
