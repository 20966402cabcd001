/** Archives tasks, takes out a part of a series, and pauses, ends and resumes series. */
import { and, asc, count, eq, exists, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { type OfOpenTasks, openTasksOf } from '../forms/ports.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { noteTask } from './assign.ts'
import { requireFillableForm } from './assignees.ts'
import { broadcastChanges, firstOccurrenceFrom, generateOccurrences } from './occurrences.ts'
import { findActiveTask, findTask, presentTask } from './queries.ts'
import { isOpenSentTask } from './sentTaskQueries.ts'
import { isOngoing, isRecurring, scheduleColumns, sentTasks, type TaskRow, tasks } from './table.ts'
import { leaveOut, occurrenceMeant, reviseTask, type Scoped, withdraw } from './update.ts'

/** Removes one occurrence, it and the following ones, or the whole task. */
export async function removeTask(ctx: Context, task: TaskRow, { scope, occurrence }: Scoped): Promise<null> {
  const at = occurrenceMeant(task, scope, occurrence)
  if (!at || !isRecurring(task) || scope === 'all') await archiveTask(ctx, task, ctx.now)
  else {
    await leaveOut(ctx, task, at, scope === 'this')
    await noteTask(ctx, 'task.updated', task)
  }
  return null
}

/** Pauses, ends or resumes a series; it resumes with the next date of its rule. Throws `not_a_series`. */
export async function setSeries(ctx: Context, task: TaskRow, how: 'pause' | 'resume' | 'end') {
  if (!isRecurring(task)) throw new Problem('not_a_series')
  const changes = {
    pausedAt: how === 'pause' ? ctx.now : null,
    endedAt: how === 'end' ? (task.endedAt ?? ctx.now) : null,
    isActive: how === 'resume',
  }
  const changed = { ...task, ...changes }
  const plan = scheduleColumns(task, isOngoing(changed) ? firstOccurrenceFrom(changed, ctx.now) : null)
  await reviseTask(ctx, task, { ...changes, ...plan })
  if (how !== 'resume') broadcastChanges(ctx, await withdraw(ctx, task, ctx.now))
  await noteTask(ctx, ({ pause: 'task.paused', resume: 'task.resumed', end: 'task.ended' } as const)[how], task)
  if (isOngoing(changed)) await generateOccurrences(ctx, task.companyId, [{ ...changed, ...plan }])
  return presentTask(await findTask(ctx.db, task.id))
}

/** Archives a task that nobody needs to do any more. */
export async function withdrawTask(ctx: Context, { companyId, taskId }: { companyId: number; taskId: number }) {
  const task = await findActiveTask(ctx.db, { companyId, taskId })
  if (!task) return
  await archiveTask(ctx, task, ctx.now)
  const open = await ctx.db
    .select({ userId: sentTasks.userId })
    .from(sentTasks)
    .where(and(eq(sentTasks.companyId, companyId), eq(sentTasks.taskId, taskId), isOpenSentTask))
  broadcastChanges(
    ctx,
    open.map(({ userId }) => userId),
  )
}

/** Archives or restores a task with its open occurrences. */
export async function archiveTask(ctx: Context, task: TaskRow, archivedAt: Date | null) {
  const isOther = (task.archivedAt === null) !== (archivedAt === null)
  if (isOther) await noteTask(ctx, archivedAt ? 'task.archived' : 'task.restored', task)
  const changed = { ...task, archivedAt }
  return reviseTask(ctx, task, {
    archivedAt,
    ...scheduleColumns(task, isOngoing(changed) ? firstOccurrenceFrom(changed, ctx.now) : null),
  })
}

type OfForm = { companyId: number; formId: number }

/** Matches tasks of a form that somebody has open or that will come again. */
const isUnderWay = (db: Database, { companyId, formId }: OfForm) =>
  and(
    ...[eq(tasks.companyId, companyId), eq(tasks.formId, formId), isNull(tasks.archivedAt)],
    or(
      isNotNull(tasks.nextAt),
      exists(
        db
          .select({ id: sentTasks.id })
          .from(sentTasks)
          .where(and(eq(sentTasks.companyId, tasks.companyId), eq(sentTasks.taskId, tasks.id), isOpenSentTask)),
      ),
    ),
  )

export const openTasksOfForm = openTasksOf.providedBy(async (db, ofForm) => {
  const [found] = await db.select({ tasks: count() }).from(tasks).where(isUnderWay(db, ofForm))
  return found?.tasks ?? 0
})

/**
 * Releases the tasks of an archived form: ends them, or keeps them without a form or with another one. Throws
 * `forbidden` unless the actor may change all of them, and `invalid` for another form that cannot be filled in.
 */
export async function releaseTasksOfForm(ctx: Context, { openTasks, otherFormId, ...ofForm }: OfForm & OfOpenTasks) {
  if (openTasks === 'keep') return
  const formId = openTasks === 'other_form' ? await requireOther(ctx, ofForm, otherFormId) : null
  // Released tasks are not found again.
  while ((await releaseSome(ctx, { openTasks, formId }, ofForm)) === maxReleasedTogether);
}

/** Bound of a form's tasks that are released together; the next ones follow in the same transaction. */
const maxReleasedTogether = 500

/** Releases the first of these tasks, and returns how many they were. */
async function releaseSome(
  ctx: Context,
  { openTasks, formId }: Pick<OfOpenTasks, 'openTasks'> & { formId: number | null },
  ofForm: OfForm,
): Promise<number> {
  const found = await ctx.db
    .select()
    .from(tasks)
    .where(isUnderWay(ctx.db, ofForm))
    .orderBy(asc(tasks.id))
    .limit(maxReleasedTogether)
    .for('no key update')
  if (found.length === 0) return 0
  const ids = found.map(({ id }) => id)
  const right = openTasks === 'end' ? 'delete' : 'update'
  const [allowed] = await ctx.db
    .select({ tasks: count() })
    .from(tasks)
    .where(and(inArray(tasks.id, ids), accessible(ctx.ability, right, 'Task', tasks)))
  if (allowed?.tasks !== ids.length) throw new Problem('forbidden')
  for (const task of found)
    if (openTasks === 'end') await archiveTask(ctx, task, ctx.now)
    else {
      await reviseTask(ctx, task, { formId })
      await noteTask(ctx, 'task.updated', task)
    }
  const open = await ctx.db
    .select({ userId: sentTasks.userId })
    .from(sentTasks)
    .where(and(eq(sentTasks.companyId, ofForm.companyId), inArray(sentTasks.taskId, ids), isOpenSentTask))
  broadcastChanges(
    ctx,
    open.map(({ userId }) => userId),
  )
  return found.length
}

async function requireOther(ctx: Context, { companyId, formId }: OfForm, other: number | undefined): Promise<number> {
  if (other === undefined) throw invalidField('other_form_id', 'required')
  if (other === formId) throw invalidField('other_form_id', 'not_an_option')
  await requireFillableForm(ctx.db, companyId, other, 'other_form_id')
  return other
}
