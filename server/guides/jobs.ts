import { and, eq, inArray, sql } from 'drizzle-orm'
import { files } from '../files/table.ts'
import { comeAgain, eraseArchived, maxDeleted, maxErased, nightly } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { guideApprovals, guideFiles, guideReadings, guides, guideVersions } from './table.ts'

/** What was archived 30 days ago, with its versions; then the files that no other guide names. */
export const eraseArchivedGuides: Job<object> = {
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
