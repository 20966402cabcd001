import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import { eraseArchived, nightly } from '../lib/erasing.ts'
import type { Job } from '../lib/jobs.ts'
import { findings, submissions } from '../submissions/table.ts'
import { sentTasks, taskAssignees, taskSubjects, tasks } from './table.ts'

/** A task that nobody completed, skipped or began to fill in. What was done stays on record. */
export const eraseArchivedTasks: Job<object> = {
  name: 'tasks.erase-archived',
  schedule: nightly,
  work: async (_, { db }) => {
    const ended = or(isNotNull(sentTasks.completedAt), isNotNull(sentTasks.skippedAt))
    const begun = sql`exists (${db
      .select({ id: submissions.id })
      .from(submissions)
      .where(and(eq(submissions.companyId, sentTasks.companyId), eq(submissions.taskSentId, sentTasks.id)))})`
    const wasDone = sql`exists (${db
      .select({ id: sentTasks.id })
      .from(sentTasks)
      .where(and(eq(sentTasks.companyId, tasks.companyId), eq(sentTasks.taskId, tasks.id), or(ended, begun)))})`
    await eraseArchived(db, tasks, {
      parts: [
        { table: taskAssignees, of: taskAssignees.taskId },
        { table: taskSubjects, of: taskSubjects.taskId },
        { table: findings, of: findings.taskId },
        { table: sentTasks, of: sentTasks.taskId },
      ],
      unless: wasDone,
    })
  },
}
