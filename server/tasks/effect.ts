/**
 * Checks whether a corrective task helped. Some days after it was done somebody else gets a task that asks; if it did
 * not help, the corrective task gets a new occurrence.
 */
import { and, eq, isNull } from 'drizzle-orm'
import { localeOf, locales } from '#shared/lib/language.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import { type Control, type Effect, titleIn } from '#shared/lib/taskFields.ts'
import { audit, changesIn } from '../audit/commands.ts'
import { findCompany } from '../companies/queries.ts'
import type { Context } from '../lib/context.ts'
import { publish } from '../lib/ports.ts'
import { reviseRow } from '../lib/registers/register.ts'
import { insertTask, sendTask } from './assign.ts'
import { membersAtWork } from './assignees.ts'
import { broadcastChanges, occurrenceRow, partsOf, rowsOf } from './occurrences.ts'
import { originsOf, taskReopened } from './ports.ts'
import { durationAfter, localTime } from './recurrence/zonedTime.ts'
import { type FoundSentTask, findSentTasks, presentSentTask } from './sentTaskQueries.ts'
import { effectChecks, sentTasks, tasks } from './table.ts'

/** How long the check is due, once the days are over. */
const checkDuration = 'P3D'

type Done = { completedAt: Date; completedBy: number | null; recordedBy: number | null }

/**
 * Opens the check for a completed task that asks for one, once per completion. Returns it as the verification of the
 * occurrence, or null.
 */
export async function openEffectCheck(
  ctx: Context,
  sent: FoundSentTask,
  { completedAt, ...by }: Done,
): Promise<FoundSentTask['verification']> {
  const { companyId, verifyAfterDays: days } = sent
  if (!days || sent.recurrence !== null) return null
  // Where several people each do it, the first completion is checked.
  const [task] = await ctx.db.select().from(tasks).where(ofTask(companyId, sent.taskId)).for('no key update')
  if (!task || (await openCheckOf(ctx, companyId, sent.taskId))) return null
  const people = await chooseCheckers(ctx, task, by)
  if (people.length === 0) return null
  const { timezone, createdBy, priority } = task
  const from = durationAfter(completedAt, `P${days}D`, timezone)
  const titles = Object.fromEntries(
    locales.map(locale => [
      locale,
      ctx.services
        .texts(locale)('tasks.correction.checkTitle', { title: titleIn(sent, locale) })
        .slice(0, 200),
    ]),
  )
  const company = await findCompany(ctx.db, companyId)
  const check = await insertTask(
    ctx,
    {
      ...{ companyId, createdBy, priority, timezone, titles, kind: 'check', doneBy: 'any_one' },
      ...{ startsAt: localTime(from, timezone), dueAfter: checkDuration, opensBefore: 'PT0S' },
      title: titles[localeOf(company?.languageId)] ?? sent.title,
    },
    people.map(user_id => ({ user_id })),
    sent.subjects,
  )
  await ctx.db.insert(effectChecks).values({ companyId, sentTaskId: sent.id, taskId: check.id })
  await audit(ctx, 'task.created', { type: 'Task', id: check.id, companyId })
  const row = occurrenceRow(check, from)
  await sendTask(
    ctx,
    check,
    people.map(userId => ({ ...row, userId })),
  )
  return { state: 'waiting', from: from.toISOString(), at: null, by_name: null, note: null }
}

const ofTask = (companyId: number, id: number) => and(eq(tasks.companyId, companyId), eq(tasks.id, id))

/** Finds the check of a task that nobody has answered yet. */
async function openCheckOf(ctx: Context, companyId: number, taskId: number) {
  const [open] = await ctx.db
    .select({ id: effectChecks.id, sentTaskId: effectChecks.sentTaskId, taskId: effectChecks.taskId })
    .from(effectChecks)
    .innerJoin(
      sentTasks,
      and(eq(sentTasks.companyId, effectChecks.companyId), eq(sentTasks.id, effectChecks.sentTaskId)),
    )
    .innerJoin(tasks, and(eq(tasks.companyId, effectChecks.companyId), eq(tasks.id, effectChecks.taskId)))
    .where(
      and(
        ...[eq(effectChecks.companyId, companyId), eq(sentTasks.taskId, taskId)],
        ...[isNull(effectChecks.effect), isNull(tasks.archivedAt)],
      ),
    )
  return open
}

/**
 * Chooses who checks: managers, else the assigner, else anybody at work; never the person who did or recorded the
 * work.
 */
async function chooseCheckers(
  ctx: Context,
  task: { companyId: number; createdBy: number },
  by: Omit<Done, 'completedAt'>,
) {
  const others = (await membersAtWork(ctx.db, task.companyId)).filter(
    ({ userId }) => userId !== by.completedBy && userId !== by.recordedBy,
  )
  const managers = others.filter(({ managesTasks }) => managesTasks)
  const giver = others.filter(({ userId }) => userId === task.createdBy)
  return [managers, giver, others].find(people => people.length > 0)?.map(({ userId }) => userId) ?? []
}

/** Withdraws the open check of an occurrence that was reopened. */
export async function withdrawCheck(ctx: Context, { companyId, id, taskId }: FoundSentTask): Promise<void> {
  const open = await openCheckOf(ctx, companyId, taskId)
  if (open?.sentTaskId !== id) return
  await ctx.db.delete(effectChecks).where(eq(effectChecks.id, open.id))
  await ctx.db.update(tasks).set({ archivedAt: ctx.now }).where(ofTask(companyId, open.taskId))
  const rows = await ctx.db
    .select({ userId: sentTasks.userId })
    .from(sentTasks)
    .where(and(eq(sentTasks.companyId, companyId), eq(sentTasks.taskId, open.taskId)))
  broadcastChanges(
    ctx,
    rows.map(({ userId }) => userId),
  )
}

type Said = { effect?: Effect | undefined; note?: string | undefined }

/**
 * Throws `effect_required` where a check says nothing, or not what is still wrong, and `effect_of_own_work` where its
 * person or account did or recorded the work.
 */
export function requireEffect({ verifies }: FoundSentTask, { effect, note }: Said, by: number[]): void {
  if (!verifies) return
  if (!effect || (effect === 'failed' && !note?.trim())) throw new Problem('effect_required')
  const ofWork = [verifies.completedBy, verifies.recordedBy]
  if (by.some(userId => ofWork.includes(userId))) throw new Problem('effect_of_own_work')
}

/**
 * Stores whether the work helped, or null to take that back. If it failed, the task gets a new occurrence and its
 * finding opens again.
 */
export async function recordEffect(
  ctx: Context,
  { companyId, taskId, verifies }: FoundSentTask,
  effect: Effect | null,
): Promise<void> {
  if (!verifies) return
  await ctx.db
    .update(effectChecks)
    .set({ effect })
    .where(and(eq(effectChecks.companyId, companyId), eq(effectChecks.taskId, taskId)))
  if (effect === null) return
  const of = { type: 'Task', id: verifies.task_id, companyId } as const
  if (effect === 'worked') return audit(ctx, 'task.effect_confirmed', of)
  await audit(ctx, 'task.effect_missing', of)
  const [task] = await ctx.db.select().from(tasks).where(ofTask(companyId, verifies.task_id))
  if (!task || task.archivedAt) return
  const origin = (await originsOf.queryOne(ctx.db, [task.id])).get(task.id)
  // A finding that a correction or the archive withdrew has no work.
  if (origin?.closedHow === 'withdrawn') return
  await publish(ctx, taskReopened, { companyId, taskId: task.id, kind: task.kind })
  await sendTask(ctx, task, rowsOf(task, ctx.now, await partsOf(ctx, companyId, [task])))
}

type Correction = {
  rootCause?: string | null | undefined
  rootCauseWords?: string | null | undefined
  control?: Control | null | undefined
  verifyAfterDays?: number | null | undefined
  revision?: number | undefined
}

/**
 * Stores cause, kind of measure and check of a corrective task. Throws `not_corrective`, `forbidden` for the days of
 * the check, and a conflict with the current occurrence for a stale revision.
 */
export async function correctSentTask(ctx: Context, sent: FoundSentTask, { revision, ...said }: Correction) {
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
    await openEffectCheck(
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
