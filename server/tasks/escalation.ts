/** Work that nobody does is told on: first to whoever gave it, a day later to all managers, each once. */
import { and, asc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm'
import { roles } from '#shared/lib/roles.ts'
import { users } from '../accounts/table.ts'
import type { Context } from '../lib/context.ts'
import { notify } from '../notices/commands.ts'
import { resolveAssignees } from './assignees.ts'
import { taskOverdue } from './notices.ts'
import { isOpen } from './queries.ts'
import { sentTasks, tasks } from './table.ts'

const hour = 3600_000
/** After what time whom is told. What was overdue for longer than a week is no news. */
export const steps = [hour, 24 * hour]
const week = 7 * 24 * hour

const since = (now: Date, ms: number) => new Date(now.getTime() - ms)

/** What is to be told on, at a moment. */
export const isToTell = (now: Date) =>
  and(
    isOpen,
    gt(sentTasks.dueAt, since(now, week)),
    or(...steps.map((ms, step) => and(eq(sentTasks.escalated, step), lte(sentTasks.dueAt, since(now, ms))))),
  )

/** Tells what is overdue in a company, so many rows at once; how many there were. */
export async function escalate(ctx: Context, companyId: number, most: number): Promise<number> {
  const rows = await ctx.db
    .select({
      ...{ id: sentTasks.id, taskId: sentTasks.taskId, startsAt: sentTasks.startsAt, escalated: sentTasks.escalated },
      ...{
        title: tasks.title,
        titles: tasks.titles,
        priority: tasks.priority,
        createdBy: tasks.createdBy,
        archivedAt: tasks.archivedAt,
      },
      person: users.name,
      userId: sentTasks.userId,
    })
    .from(sentTasks)
    .innerJoin(tasks, and(eq(tasks.companyId, sentTasks.companyId), eq(tasks.id, sentTasks.taskId)))
    .innerJoin(users, eq(users.id, sentTasks.userId))
    .where(and(eq(sentTasks.companyId, companyId), isToTell(ctx.now)))
    .orderBy(asc(sentTasks.dueAt))
    .limit(most)
    .for('no key update', { of: sentTasks, skipLocked: true })
  if (rows.length === 0) return 0
  const managers = (await resolveAssignees(ctx.db, companyId, [{ role_id: roles.manager }])).map(({ userId }) => userId)
  for (const [, of] of Map.groupBy(rows, row => `${row.taskId} ${row.startsAt.getTime()} ${row.escalated}`)) {
    const [first] = of
    if (!first || first.archivedAt) continue
    const giver = managers.includes(first.createdBy) ? [first.createdBy] : managers
    const told = first.escalated === 0 ? giver : managers.filter(id => id !== first.createdBy)
    // Whose own task it is knows it.
    const others = told.filter(id => of.some(({ userId }) => userId !== id))
    const person = of.map(row => row.person).join(', ')
    await notify(ctx, taskOverdue, others, {
      ...{
        taskId: first.taskId,
        title: first.title,
        titles: first.titles,
        person,
        isUrgent: first.priority === 'urgent',
      },
    })
  }
  const ids = rows.map(({ id }) => id)
  await ctx.db
    .update(sentTasks)
    .set({ escalated: sql`${sentTasks.escalated} + 1` })
    .where(inArray(sentTasks.id, ids))
  return rows.length
}
