import { and, eq, exists, gt, inArray, isNotNull, or } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import { audit } from '../audit/commands.ts'
import { eraseFiles } from '../files/commands.ts'
import { files } from '../files/table.ts'
import type { Context } from '../lib/context.ts'
import { publish } from '../lib/ports.ts'
import { broadcastEnds, type Ended } from './complete.ts'
import { recordEffect, withdrawCheck } from './effect.ts'
import { taskReopened } from './ports.ts'
import { type FoundSentTask, findSentTasks, presentSentTask } from './sentTaskQueries.ts'
import { sentTaskPhotos, sentTasks, tasks } from './table.ts'

/** Erases the proof photos of an occurrence that is reopened. */
export async function eraseProofPhotos(ctx: Context, { companyId, id }: { companyId: number; id: number }) {
  const gone = await ctx.db
    .delete(sentTaskPhotos)
    .where(and(eq(sentTaskPhotos.companyId, companyId), eq(sentTaskPhotos.sentTaskId, id)))
    .returning({ fileId: sentTaskPhotos.fileId })
  if (gone.length === 0) return
  const ids = gone.map(({ fileId }) => fileId)
  await eraseFiles(ctx, await ctx.db.select().from(files).where(inArray(files.id, ids)))
}

/** How long a completion or skip can be undone. */
const undoMs = 10 * 60_000

/** Reopens an occurrence, for all whose rows it ended; repeating the call changes nothing. Throws `task_undo_over`. */
export async function reopenSentTask(ctx: Context, sent: FoundSentTask) {
  const endedAt = sent.completedAt ?? sent.skippedAt
  if (!endedAt) return presentSentTask(sent)
  const byForm = sent.formId !== null && sent.completedAt !== null
  // What was found not to help has come again to its people already.
  const hasFailed = sent.verifies?.effect === 'failed'
  // Counted from the recording, so that work done offline hours ago can be undone too.
  const since = sent.recordedAt ?? endedAt
  // What was re-checked, corrected or closed since stays so: its task is not open without it.
  const isOver = sent.originStage === 'closed' && (sent.originEnd !== 'task' || sent.skippedAt !== null)
  if (byForm || hasFailed || isOver || sent.completedVia !== null || ctx.now.getTime() - since.getTime() > undoMs)
    throw new Problem('task_undo_over')
  if (await isConfirmed(ctx, sent)) throw new Problem('task_undo_over')
  const nothing = {
    completedAt: null,
    completedBy: null,
    recordedBy: null,
    completedOutside: null,
    skippedAt: null,
    skippedReason: null,
    note: null,
    completedVia: null,
    recordedAt: null,
  }
  const others = await ctx.db
    .update(sentTasks)
    .set(nothing)
    .where(and(eq(sentTasks.companyId, sent.companyId), eq(sentTasks.completedVia, sent.id)))
    .returning({ id: sentTasks.id })
  await ctx.db.update(sentTasks).set(nothing).where(eq(sentTasks.id, sent.id))
  await eraseProofPhotos(ctx, sent)
  await takeBackFollowing(ctx, sent)
  await withdrawCheck(ctx, sent)
  if (sent.verifies) await recordEffect(ctx, sent, null)
  await publish(ctx, taskReopened, { companyId: sent.companyId, taskId: sent.taskId, kind: sent.kind })
  await audit(ctx, 'task.reopened', { type: 'Task', id: sent.taskId, companyId: sent.companyId })
  const reopened = await findSentTasks(ctx.db, inArray(sentTasks.id, [sent.id, ...others.map(({ id }) => id)]))
  const told = await broadcastEnds(ctx, 'task.reopened', reopened)
  const own = told.find(({ id }) => id === sent.id)
  if (!own) throw new Error(`The occurrence ${sent.id} is gone.`)
  return own
}

/** Whether a colleague said since, in words or photos, that it is done. */
async function isConfirmed({ db }: Context, { companyId, id }: FoundSentTask): Promise<boolean> {
  const photos = db
    .select({ id: sentTaskPhotos.id })
    .from(sentTaskPhotos)
    .where(and(eq(sentTaskPhotos.companyId, companyId), eq(sentTaskPhotos.sentTaskId, sentTasks.id)))
  const [found] = await db
    .select({ id: sentTasks.id })
    .from(sentTasks)
    .where(
      and(
        ...[eq(sentTasks.companyId, companyId), eq(sentTasks.completedVia, id)],
        or(isNotNull(sentTasks.note), exists(photos)),
      ),
    )
    .limit(1)
  return found !== undefined
}

/** Cancels the next occurrence that was scheduled because this one had ended. */
export async function takeBackFollowing(
  ctx: Context,
  { companyId, taskId, startsAt, countedFrom }: Ended,
): Promise<void> {
  if (countedFrom !== 'completion') return
  await ctx.db
    .update(tasks)
    .set({ nextAt: null, makeAt: null })
    .where(and(eq(tasks.companyId, companyId), eq(tasks.id, taskId), gt(tasks.nextAt, startsAt)))
}
