/** Ends the open occurrences of a corrective task with its finding, and brings them back with it. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { auditEach } from '../audit/commands.ts'
import type { Context } from '../lib/context.ts'
import { broadcastEnds } from './complete.ts'
import { findSentTasks, isOpenSentTask } from './sentTaskQueries.ts'
import { sentTasks } from './table.ts'

type OfTasks = { companyId: number; taskIds: number[] }

/**
 * Skips open occurrences of tasks whose findings were closed otherwise; `reason` says how. Not by `skipSentTask`: these
 * tasks do not recur, and one statement ends the rows of many.
 */
export async function skipOpenOf(
  ctx: Context,
  { at, reason, ...of }: OfTasks & { at: Date; reason: string },
): Promise<void> {
  if (of.taskIds.length === 0) return
  const end = { skippedAt: at, skippedReason: reason, recordedAt: ctx.now, recordedBy: ctx.actor.id || null }
  const open = and(ofTasks(of), isOpenSentTask)
  const skipped = await ctx.db.update(sentTasks).set(end).where(open).returning(idAndTask)
  await broadcastRows(ctx, 'task.skipped', of.companyId, skipped)
}

/** Brings back what `skipOpenOf` skipped at a moment. */
export async function reopenSkippedOf(ctx: Context, { at, ...of }: OfTasks & { at: Date }): Promise<void> {
  if (of.taskIds.length === 0) return
  const reopened = await ctx.db
    .update(sentTasks)
    .set({ skippedAt: null, skippedReason: null, recordedAt: null, recordedBy: null })
    .where(and(ofTasks(of), eq(sentTasks.skippedAt, at), isNull(sentTasks.completedAt)))
    .returning(idAndTask)
  await broadcastRows(ctx, 'task.reopened', of.companyId, reopened)
}

const idAndTask = { id: sentTasks.id, taskId: sentTasks.taskId }

const ofTasks = ({ companyId, taskIds }: OfTasks) =>
  and(eq(sentTasks.companyId, companyId), inArray(sentTasks.taskId, taskIds))

async function broadcastRows(
  ctx: Context,
  event: 'task.skipped' | 'task.reopened',
  companyId: number,
  rows: { id: number; taskId: number }[],
): Promise<void> {
  if (rows.length === 0) return
  const taskIds = [...new Set(rows.map(({ taskId }) => taskId))]
  await auditEach(
    ctx,
    event,
    taskIds.map(id => ({ type: 'Task', id, companyId })),
  )
  const ids = rows.map(({ id }) => id)
  await broadcastEnds(ctx, event, await findSentTasks(ctx.db, inArray(sentTasks.id, ids)))
}

/** Locks the occurrences of tasks before their findings, as completing one does, so that the two never wait in turn. */
export async function lockOccurrencesOf({ db }: Pick<Context, 'db'>, companyId: number, taskIds: number[]) {
  if (taskIds.length === 0) return
  await db
    .select({ one: sql`1` })
    .from(sentTasks)
    .where(and(eq(sentTasks.companyId, companyId), inArray(sentTasks.taskId, taskIds)))
    .orderBy(sentTasks.id)
    .for('no key update')
}
