import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../lib/context.ts'
import { noteTask } from './makeTasks.ts'
import { comingFrom, planned, tellOfChanges } from './making.ts'
import { isOpen } from './sentTaskQueries.ts'
import { reviseTask } from './reviseTask.ts'
import { sentTasks, type TaskRow, tasks } from './table.ts'

/** Takes back what is open of a task that nobody needs to do any more. */
export async function withdrawTask(ctx: Context, { companyId, taskId }: { companyId: number; taskId: number }) {
  const [task] = await ctx.db
    .select()
    .from(tasks)
    .where(and(eq(tasks.companyId, companyId), eq(tasks.id, taskId), isNull(tasks.archivedAt)))
  if (!task) return
  await archiveTask(ctx, task, ctx.now)
  const open = await ctx.db
    .select({ userId: sentTasks.userId })
    .from(sentTasks)
    .where(and(eq(sentTasks.companyId, companyId), eq(sentTasks.taskId, taskId), isOpen))
  tellOfChanges(
    ctx,
    open.map(({ userId }) => userId),
  )
}

/** Archives or restores a task, and with it whatever of it is still open. */
export async function archiveTask(ctx: Context, task: TaskRow, archivedAt: Date | null) {
  const isOther = (task.archivedAt === null) !== (archivedAt === null)
  if (isOther) await noteTask(ctx, archivedAt ? 'task.archived' : 'task.restored', task)
  const goesOn = archivedAt === null && !task.pausedAt && !task.endedAt
  return reviseTask(ctx, task, { archivedAt, ...planned(task, goesOn ? comingFrom(task, ctx.now) : null) })
}
