import { and, asc, eq } from 'drizzle-orm'
import type { Context } from '../lib/context.ts'
import { believedEnd, endSentTask } from './ends.ts'
import { isOpen, lockSentTasks, lockShared } from './sentTaskQueries.ts'
import { sentTasks } from './table.ts'

type DoneOtherwise = { companyId: number; taskId: number; by: number | null; at: Date }

/** Completes whatever is open of a task whose work was done and written down elsewhere, by whoever wrote it down. */
export async function completeOpenOf(ctx: Context, { companyId, taskId, by, at }: DoneOtherwise): Promise<void> {
  const ofTask = and(eq(sentTasks.companyId, companyId), eq(sentTasks.taskId, taskId), isOpen)
  const rows = await ctx.db.select({ id: sentTasks.id }).from(sentTasks).where(ofTask).orderBy(asc(sentTasks.id))
  for (const { id } of rows) {
    await lockShared(ctx.db, id)
    // One that ended with another is open no more.
    const [sent] = await lockSentTasks(ctx.db, and(eq(sentTasks.id, id), isOpen))
    if (sent) await endSentTask(ctx, sent, 'task.completed', { completedAt: at, completedBy: by })
  }
}

type Completed = { taskSentId: number | null; userId: number | null; formId: number; completedAt: Date | null }

/**
 * A complete form completes the occurrence that it was filled in for. One that somebody skipped or that was withdrawn meanwhile
 * stays as it is: the work of a person without signal is kept, and is not turned away for it.
 */
export async function completeTaskWith(
  ctx: Context,
  { taskSentId, userId, formId, completedAt }: Completed,
): Promise<void> {
  if (taskSentId === null || userId === null || completedAt === null) return
  await lockShared(ctx.db, taskSentId)
  const [sent] = await lockSentTasks(ctx.db, eq(sentTasks.id, taskSentId))
  if (!sent || sent.completedAt || sent.skippedAt) return
  const at = believedEnd(ctx, sent, completedAt)
  if (sent.missedAt && !(sent.lateUntil && at <= sent.lateUntil)) return
  if (sent.userId !== userId || sent.formId !== formId) return
  await endSentTask(ctx, sent, 'task.completed', { completedAt: at, completedBy: userId })
}
