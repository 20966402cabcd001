/** Taking out a task or a part of a series, and pausing, ending and resuming one. */
import { Problem } from '#shared/lib/problem.ts'
import type { Context } from '../lib/context.ts'
import { leaveOut, occurrenceMeant, type Scoped, withdraw } from './changing.ts'
import { archiveTask } from './commands.ts'
import { noteTask } from './makeTasks.ts'
import { comingFrom, makeOf, planned, tellOfChanges } from './making.ts'
import { presentTask } from './present.ts'
import { findTask } from './recurrence/series.ts'
import { reviseTask } from './reviseTask.ts'
import { isRecurring, type TaskRow } from './table.ts'

/** Takes out one occurrence, it and those that follow, or all of it. */
export async function removeTask(ctx: Context, task: TaskRow, { scope, occurrence }: Scoped): Promise<null> {
  const at = occurrenceMeant(task, scope, occurrence)
  if (!at || !isRecurring(task) || scope === 'all') await archiveTask(ctx, task, ctx.now)
  else {
    await leaveOut(ctx, task, at, scope === 'this')
    await noteTask(ctx, 'task.updated', task)
  }
  return null
}

/** Pauses, ends, or lets it go on with the next date of its rule. */
export async function setSeries(ctx: Context, task: TaskRow, how: 'pause' | 'resume' | 'end') {
  if (!isRecurring(task)) throw new Problem('not_a_series')
  const goesOn = how === 'resume'
  const changes = {
    pausedAt: how === 'pause' ? ctx.now : null,
    endedAt: how === 'end' ? (task.endedAt ?? ctx.now) : null,
    isActive: goesOn,
  }
  const plan = planned(task, goesOn ? comingFrom(task, ctx.now) : null)
  await reviseTask(ctx, task, { ...changes, ...plan })
  if (!goesOn) tellOfChanges(ctx, await withdraw(ctx, task, ctx.now))
  await noteTask(ctx, ({ pause: 'task.paused', resume: 'task.resumed', end: 'task.ended' } as const)[how], task)
  if (goesOn) await makeOf(ctx, task.companyId, [{ ...task, ...changes, ...plan }])
  return presentTask(await findTask(ctx.db, task.id))
}
