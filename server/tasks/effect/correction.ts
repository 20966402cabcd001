/** Why something went wrong, and how strong the measure is that was taken: on record with its corrective task. */
import { eq } from 'drizzle-orm'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import type { Control } from '#shared/lib/taskFields.ts'
import { audit, changesIn } from '../../audit/commands.ts'
import { findCompany } from '../../companies/queries.ts'
import type { Context } from '../../lib/context.ts'
import { reviseRow } from '../../lib/registers/register.ts'
import { presentSentTask } from '../present.ts'
import { type FoundSentTask, findSentTasks } from '../queries.ts'
import { sentTasks, tasks } from '../table.ts'
import { askAfterEffect } from './checks.ts'

type Said = {
  rootCause?: string | null | undefined
  rootCauseWords?: string | null | undefined
  control?: Control | null | undefined
  verifyAfterDays?: number | null | undefined
  revision?: number | undefined
}

/** Keeps what is said of the task of an occurrence. Throws 409 with the occurrence as it is now for a stale revision. */
export async function correctTask(ctx: Context, sent: FoundSentTask, { revision, ...said }: Said) {
  const { companyId, taskId } = sent
  const [task] = await ctx.db.select().from(tasks).where(eq(tasks.id, taskId))
  if (task?.kind !== 'corrective') throw new Problem('not_corrective')
  if (said.rootCause && said.rootCause !== task.rootCause) await requireKnown(ctx, companyId, said.rootCause)
  const days = said.verifyAfterDays
  const asksOtherwise = days !== undefined && days !== task.verifyAfterDays
  if (asksOtherwise && !allows(ctx.ability, 'update', 'Task', task)) throw new Problem('forbidden')
  const now = async () => {
    const [found] = await findSentTasks(ctx.db, eq(sentTasks.id, sent.id))
    if (!found) throw new Error(`The occurrence ${sent.id} is gone.`)
    return found
  }
  await reviseRow(ctx, tasks, task, said, async () => presentSentTask(await now()), revision)
  await audit(ctx, 'task.updated', { type: 'Task', id: taskId, companyId }, changesIn(task, said))
  const { completedAt, completedBy, recordedBy, ...rest } = await now()
  // Where it is done already, its days count from then.
  if (asksOtherwise && completedAt)
    await askAfterEffect(
      ctx,
      { ...rest, completedAt, completedBy, recordedBy },
      { completedAt, completedBy, recordedBy },
    )
  return presentSentTask(await now())
}

async function requireKnown(ctx: Context, companyId: number, cause: string): Promise<void> {
  const company = await findCompany(ctx.db, companyId)
  if (!company?.rootCauses.includes(cause)) throw invalidField('root_cause', 'not_an_option')
}
