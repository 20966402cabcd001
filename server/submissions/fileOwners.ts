/** Who sees the files of submissions: whoever sees the submission, and what was photographed at an answer whoever has the task that came of it. */
import { and, eq } from 'drizzle-orm'
import { allows } from '#shared/lib/rules.ts'
import { files } from '../files/table.ts'
import { findings } from '../findings/table.ts'
import type { Database } from '../lib/db/pools.ts'
import type { FileOwners } from '../lib/files/storage.ts'
import { sentTasks } from '../tasks/table.ts'
import { submissions } from './table.ts'

export const submissionFiles: FileOwners = {
  submission: async ({ db, ability, actor }, { companyId, id }) => {
    const [found] = await db
      .select({ submission: submissions })
      .from(files)
      .innerJoin(submissions, and(eq(submissions.companyId, files.companyId), eq(submissions.id, files.submissionId)))
      .where(and(eq(files.companyId, companyId), eq(files.id, id)))
    if (!found) return false
    return allows(ability, 'read', 'Submission', found.submission) || hasTaskOf(db, actor.id, companyId, id)
  },
}

async function hasTaskOf(db: Database, userId: number, companyId: number, fileId: number): Promise<boolean> {
  const rows = await db
    .select({ id: sentTasks.id })
    .from(files)
    .innerJoin(
      findings,
      and(
        eq(findings.companyId, files.companyId),
        eq(findings.submissionId, files.submissionId),
        eq(findings.questionId, files.questionId),
      ),
    )
    .innerJoin(sentTasks, and(eq(sentTasks.companyId, findings.companyId), eq(sentTasks.taskId, findings.taskId)))
    .where(and(eq(files.companyId, companyId), eq(files.id, fileId), eq(sentTasks.userId, userId)))
    .limit(1)
  return rows.length > 0
}
