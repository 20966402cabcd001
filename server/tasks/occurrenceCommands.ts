/** Ends the open occurrences of a corrective task with its finding, and brings them back with it. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { audit } from '../audit/commands.ts'
import type { Context } from '../lib/context.ts'
import { broadcastEnds } from './complete.ts'
import { findSentTasks, isOpenOccurrence } from './sentTaskQueries.ts'
import { sentTasks } from './table.ts'

type OfTask = { companyId: number; taskId: number }

/** Skips what is open of a task whose finding was closed otherwise; `reason` says how. */
export async function skipOpenOf(
  ctx: Context,
  { companyId, taskId, at, reason }: OfTask & { at: Date; reason: string },
): Promise<void> {
  const end = { skippedAt: at, skippedReason: reason, recordedAt: ctx.now, recordedBy: ctx.actor.id || null }
  const open = and(ofTask({ companyId, taskId }), isOpenOccurrence)
  const skipped = await ctx.db.update(sentTasks).set(end).where(open).returning({ id: sentTasks.id })
  await broadcastRows(ctx, 'task.skipped', { companyId, taskId }, skipped)
}

/** Brings back what `skipOpenOf` skipped at a moment. */
export async function reopenSkippedOf(ctx: Context, { companyId, taskId, at }: OfTask & { at: Date }): Promise<void> {
  const reopened = await ctx.db
    .update(sentTasks)
    .set({ skippedAt: null, skippedReason: null, recordedAt: null, recordedBy: null })
    .where(and(ofTask({ companyId, taskId }), eq(sentTasks.skippedAt, at), isNull(sentTasks.completedAt)))
    .returning({ id: sentTasks.id })
  await broadcastRows(ctx, 'task.reopened', { companyId, taskId }, reopened)
}

const ofTask = ({ companyId, taskId }: OfTask) => and(eq(sentTasks.companyId, companyId), eq(sentTasks.taskId, taskId))

async function broadcastRows(
  ctx: Context,
  event: 'task.skipped' | 'task.reopened',
  { companyId, taskId }: OfTask,
  rows: { id: number }[],
): Promise<void> {
  if (rows.length === 0) return
  await audit(ctx, event, { type: 'Task', id: taskId, companyId })
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
