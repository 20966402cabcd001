/** Series that count from when they were done: the next occurrence is known when the last one has ended for everybody. */
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../lib/context.ts'
import { planned } from './making.ts'
import { isOpen } from './sentTaskQueries.ts'
import { occurrenceAfterDone } from './recurrence/recurrence.ts'
import { isRecurring, sentTasks, tasks } from './table.ts'

export type Ended = { companyId: number; taskId: number; startsAt: Date; countedFrom: string }

/** Plans the next one, once nobody has this one open. Of two who end theirs at once, the later one finds that. */
export async function scheduleFromCompletion(
  ctx: Context,
  { companyId, taskId, startsAt, countedFrom }: Ended,
): Promise<void> {
  if (countedFrom !== 'completion') return
  const [series] = await ctx.db
    .select()
    .from(tasks)
    .where(and(eq(tasks.companyId, companyId), eq(tasks.id, taskId)))
    .for('no key update')
  if (!series || !isRecurring(series) || series.nextAt || series.pausedAt || series.endedAt) return
  if (series.countedFrom !== 'completion' || series.archivedAt) return
  const [open] = await ctx.db
    .select({ id: sentTasks.id })
    .from(sentTasks)
    .where(and(ofOccurrence(companyId, taskId, startsAt), isOpen))
    .limit(1)
  if (open || series.madeCount >= Number(/COUNT=(\d+)/.exec(series.recurrence)?.[1] ?? Number.POSITIVE_INFINITY)) return
  const [last] = await ctx.db
    .select({
      at: sql<Date | null>`max(coalesce(${sentTasks.completedAt}, ${sentTasks.skippedAt}, ${sentTasks.missedAt}))`.mapWith(
        sentTasks.completedAt,
      ),
    })
    .from(sentTasks)
    .where(ofOccurrence(companyId, taskId, startsAt))
  // What was done without signal counts from the day on which it was done.
  const next = occurrenceAfterDone(series, last?.at ?? ctx.now)
  await ctx.db.update(tasks).set(planned(series, next)).where(eq(tasks.id, taskId))
}

const ofOccurrence = (companyId: number, taskId: number, startsAt: Date) =>
  and(eq(sentTasks.companyId, companyId), eq(sentTasks.taskId, taskId), eq(sentTasks.startsAt, startsAt))
