/** Who sees the photos of helpers: whoever sees the task. */
import { and, eq } from 'drizzle-orm'
import { allows } from '#shared/lib/rules.ts'
import type { FileOwners } from '../../lib/files/owners.ts'
import { sentTasks } from '../table.ts'
import { helperAction } from './queries.ts'
import { helperNotes, helpers } from './table.ts'

export const helperFiles: FileOwners = {
  [helperAction]: async ({ db, ability }, { companyId, id }) => {
    const [found] = await db
      .select({ sent: sentTasks })
      .from(helperNotes)
      .innerJoin(helpers, and(eq(helpers.companyId, helperNotes.companyId), eq(helpers.id, helperNotes.helperId)))
      .innerJoin(sentTasks, and(eq(sentTasks.companyId, helpers.companyId), eq(sentTasks.id, helpers.sentTaskId)))
      .where(and(eq(helperNotes.companyId, companyId), eq(helperNotes.fileId, id)))
    return found !== undefined && allows(ability, 'read', 'SentTask', found.sent)
  },
}
