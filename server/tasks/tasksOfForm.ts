/** Tasks that ask for a form which is archived: their people could only skip them, so that it is said what becomes of them. */
import { and, asc, count, eq, exists, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import type { OfOpenTasks } from '../forms/facts.ts'
import { openTasksOf } from '../forms/questions.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { archiveTask } from './commands.ts'
import { noteTask } from './makeTasks.ts'
import { tellOfChanges } from './making.ts'
import { isOpen } from './sentTaskQueries.ts'
import { requireFillableForm } from './requirements.ts'
import { reviseTask } from './reviseTask.ts'
import { sentTasks, tasks } from './table.ts'

type OfForm = { companyId: number; formId: number }

/** Somebody has it open, or another occurrence is to come. */
const isUnderWay = (db: Database, { companyId, formId }: OfForm) =>
  and(
    ...[eq(tasks.companyId, companyId), eq(tasks.formId, formId), isNull(tasks.archivedAt)],
    or(
      isNotNull(tasks.nextAt),
      exists(
        db
          .select({ id: sentTasks.id })
          .from(sentTasks)
          .where(and(eq(sentTasks.companyId, tasks.companyId), eq(sentTasks.taskId, tasks.id), isOpen)),
      ),
    ),
  )

export const openTasksOfForm = openTasksOf.providedBy(async (db, ofForm) => {
  const [found] = await db.select({ tasks: count() }).from(tasks).where(isUnderWay(db, ofForm))
  return found?.tasks ?? 0
})

/**
 * Ends them, or keeps them as tasks without a form or with another one. Throws 403 where the actor may not change all of them, and 422 for
 * another form that nobody can fill in.
 */
export async function settleTasksOfForm(ctx: Context, { openTasks, otherFormId, ...ofForm }: OfForm & OfOpenTasks) {
  if (openTasks === 'keep') return
  const formId = openTasks === 'other_form' ? await requireOther(ctx, ofForm, otherFormId) : null
  const found = await ctx.db
    .select()
    .from(tasks)
    .where(isUnderWay(ctx.db, ofForm))
    .orderBy(asc(tasks.id))
    .for('no key update')
  if (found.length === 0) return
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
    .where(and(eq(sentTasks.companyId, ofForm.companyId), inArray(sentTasks.taskId, ids), isOpen))
  tellOfChanges(
    ctx,
    open.map(({ userId }) => userId),
  )
}

async function requireOther(ctx: Context, { companyId, formId }: OfForm, other: number | undefined): Promise<number> {
  if (other === undefined) throw invalidField('other_form_id', 'required')
  if (other === formId) throw invalidField('other_form_id', 'not_an_option')
  await requireFillableForm(ctx.db, companyId, other, 'other_form_id')
  return other
}
