import { and, eq, or } from 'drizzle-orm'
import { allows } from '#shared/lib/rules.ts'
import type { FileOwners } from '../lib/files/owners.ts'
import { sentTaskPhotos, sentTasks } from './table.ts'

export const fileKind = 'task_proof'

/** Whoever sees the occurrence, or one that ended with it. */
export const proofFiles: FileOwners = {
  [fileKind]: async ({ db, ability }, { companyId, id }) => {
    const isOfIt = or(eq(sentTasks.id, sentTaskPhotos.sentTaskId), eq(sentTasks.doneWith, sentTaskPhotos.sentTaskId))
    const rows = await db
      .select({ sent: sentTasks })
      .from(sentTaskPhotos)
      .innerJoin(sentTasks, and(eq(sentTasks.companyId, sentTaskPhotos.companyId), isOfIt))
      .where(and(eq(sentTaskPhotos.companyId, companyId), eq(sentTaskPhotos.fileId, id)))
    return rows.some(({ sent }) => allows(ability, 'read', 'SentTask', sent))
  },
}
