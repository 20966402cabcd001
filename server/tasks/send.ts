/**
 * How a task comes into the world, whoever it comes from: a manager who gives it, or a failed answer that opens it. The task says
 * what is to be done; each person gets an occurrence of their own, which is what they complete or skip.
 */
import { eq } from 'drizzle-orm'
import { userChannel } from '#shared/lib/events.ts'
import type { SubjectRef } from '#shared/lib/subjects.ts'
import { taskEvents } from '#shared/tasks/contract.ts'
import type { Context } from '../lib/context.ts'
import { announce } from '../lib/events.ts'
import { subjectColumns } from '../subjects/queries.ts'
import type { Assignee } from './assignees.ts'
import type { Occurrence } from './occurrences.ts'
import { presentSentTask } from './present.ts'
import { findSentTasks } from './queries.ts'
import type { TaskRow } from './series.ts'
import { sentTasks, taskAssignees, taskSubjects, tasks } from './table.ts'

export async function insertTask(
  ctx: Context,
  values: typeof tasks.$inferInsert,
  assignees: Assignee[],
  subjects: SubjectRef[],
): Promise<TaskRow> {
  const [task] = await ctx.db.insert(tasks).values(values).returning()
  if (!task) throw new Error('The task was not stored.')
  const { id: taskId, companyId } = task
  const rows = assignees.map(assignee => ({
    companyId,
    taskId,
    userId: 'user_id' in assignee ? assignee.user_id : null,
    roleId: 'role_id' in assignee ? assignee.role_id : null,
  }))
  await ctx.db.insert(taskAssignees).values(rows).onConflictDoNothing()
  await insertSubjects(ctx, task, subjects)
  return task
}

export async function insertSubjects(ctx: Context, task: TaskRow, subjects: SubjectRef[]): Promise<void> {
  const { id: taskId, companyId } = task
  if (subjects.length > 0)
    await ctx.db.insert(taskSubjects).values(subjects.map(ref => ({ companyId, taskId, ...subjectColumns(ref) })))
}

/** Gives each person the occurrence, and tells each about their own. */
export async function sendTask(ctx: Context, task: TaskRow, occurrence: Occurrence, userIds: number[]): Promise<void> {
  if (userIds.length === 0) return
  const { id: taskId, companyId } = task
  await ctx.db.insert(sentTasks).values(userIds.map(userId => ({ companyId, taskId, userId, ...occurrence })))
  for (const sent of await findSentTasks(ctx.db, eq(sentTasks.taskId, taskId)))
    await announce(ctx, taskEvents, 'task.assigned', presentSentTask(sent), [userChannel(sent.userId)])
}
