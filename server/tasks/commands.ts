import { and, eq, inArray, isNull } from 'drizzle-orm'
import { userChannel } from '#shared/lib/events.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import type { SubjectRef } from '#shared/lib/subjects.ts'
import { taskEvents } from '#shared/tasks/contract.ts'
import type { Priority } from '#shared/tasks/priorities.ts'
import { findCompany, managersOf } from '../companies/queries.ts'
import { forms } from '../forms/table.ts'
import { type Context, companyOf } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { announce } from '../lib/events.ts'
import { reviseRow } from '../lib/register.ts'
import { requireSubjects } from '../subjects/queries.ts'
import { submissions } from '../submissions/table.ts'
import { type Assignee, requirePeople } from './assignees.ts'
import { localTime, occurrenceAt, occurrenceFrom } from './occurrences.ts'
import { presentSentTask, presentTask } from './present.ts'
import { type FoundSentTask, isOpen } from './queries.ts'
import { insertSubjects, insertTask, sendTask } from './send.ts'
import { findTask, type TaskRow } from './series.ts'
import { sentTasks, taskSubjects, tasks } from './table.ts'

type Draft = {
  title: string
  description?: string | null | undefined
  priority: Priority
  startsAt?: string | undefined
  dueAfter?: string | undefined
  timezone?: string | undefined
  formId?: number | null | undefined
  assignees: Assignee[]
  subjects?: SubjectRef[] | undefined
}

/** Without a start it begins now, without a duration it is due a day later, without a zone it goes by the company's clock. */
export async function createTask(ctx: Context, { assignees, subjects, ...draft }: Draft) {
  const companyId = companyOf(ctx)
  const userIds = await requirePeople(ctx.db, companyId, assignees)
  const about = await requireSubjects(ctx.db, companyId, subjects ?? [])
  if (draft.formId) await requireFillableForm(ctx.db, companyId, draft.formId)
  const { dueAfter = 'P1D', timezone = (await findCompany(ctx.db, companyId))?.timeZone ?? 'UTC' } = draft
  const startsAt = draft.startsAt ?? localTime(ctx.now, timezone)
  const occurrence = draft.startsAt
    ? occurrenceAt(draft.startsAt, dueAfter, timezone)
    : occurrenceFrom(ctx.now, dueAfter, timezone)
  const values = { ...draft, startsAt, dueAfter, timezone, companyId, createdBy: ctx.actor.id }
  const task = await insertTask(ctx, values, assignees, about)
  await sendTask(ctx, task, occurrence, userIds)
  return presentTask(await findTask(ctx.db, task.id))
}

type Changes = Partial<Omit<Draft, 'assignees'>> & { revision?: number | undefined }

/** Changes a task; its open occurrences follow. Throws 409 with the task as it is now for a stale revision. */
export async function updateTask(ctx: Context, task: TaskRow, { revision, subjects, ...changes }: Changes) {
  if (changes.formId && changes.formId !== task.formId)
    await requireFillableForm(ctx.db, task.companyId, changes.formId)
  const about = subjects && (await requireSubjects(ctx.db, task.companyId, subjects))
  await reviseTask(ctx, task, changes, revision)
  if (about) {
    await ctx.db.delete(taskSubjects).where(eq(taskSubjects.taskId, task.id))
    await insertSubjects(ctx, task, about)
  }
  const changed = await findTask(ctx.db, task.id)
  await moveOpenOccurrences(ctx.db, task, changed)
  return presentTask(changed)
}

/** Archives or restores a task, and with it whatever of it is still open. */
export const archiveTask = (ctx: Context, task: TaskRow, archivedAt: Date | null) =>
  reviseTask(ctx, task, { archivedAt })

const reviseTask = (ctx: Context, task: TaskRow, changes: object, revision?: number) =>
  reviseRow(ctx, tasks, task, changes, async ({ id }) => presentTask(await findTask(ctx.db, id)), revision)

async function moveOpenOccurrences(db: Database, before: TaskRow, { startsAt, dueAfter, timezone, id }: TaskRow) {
  if (before.startsAt === startsAt && before.dueAfter === dueAfter && before.timezone === timezone) return
  await db
    .update(sentTasks)
    .set(occurrenceAt(startsAt, dueAfter, timezone))
    .where(and(eq(sentTasks.taskId, id), isOpen))
}

async function requireFillableForm(db: Database, companyId: number, formId: number): Promise<void> {
  const [form] = await db
    .select({ status: forms.status })
    .from(forms)
    .where(and(eq(forms.id, formId), eq(forms.companyId, companyId), isNull(forms.archivedAt)))
  if (!form) throw invalidField('form_id', 'not_found')
  if (form.status !== 'open') throw invalidField('form_id', 'not_published')
}

/** Completes an occurrence, with its form only when that is complete. A repeated call is harmless. */
export async function completeSentTask(
  ctx: Context,
  sent: FoundSentTask,
  input: { submissionId?: number | undefined },
) {
  if (sent.completedAt) return presentSentTask(sent)
  if (sent.skippedAt) throw new Problem('task_already_skipped')
  if (sent.formId !== null) await requireCompleteSubmission(ctx.db, sent, sent.formId, input.submissionId)
  return endSentTask(ctx, sent, 'task.completed', { completedAt: ctx.now, completedBy: ctx.actor.id })
}

/** Skips an occurrence, with a reason or without. A repeated call is harmless. */
export async function skipSentTask(ctx: Context, sent: FoundSentTask, input: { skippedReason?: string | undefined }) {
  if (sent.skippedAt) return presentSentTask(sent)
  if (sent.completedAt) throw new Problem('task_already_done')
  return endSentTask(ctx, sent, 'task.skipped', { skippedAt: ctx.now, skippedReason: input.skippedReason || null })
}

/** The person's own submission of the task's form, made for this very occurrence. */
async function requireCompleteSubmission(db: Database, sent: FoundSentTask, formId: number, submissionId?: number) {
  const found = await db
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        eq(submissions.companyId, sent.companyId),
        eq(submissions.taskSentId, sent.id),
        eq(submissions.userId, sent.userId),
        eq(submissions.formId, formId),
        eq(submissions.status, 'complete'),
        submissionId === undefined ? undefined : eq(submissions.id, submissionId),
      ),
    )
  if (found.length === 0) throw new Problem('submission_required')
}

type End = { completedAt: Date; completedBy: number } | { skippedAt: Date; skippedReason: string | null }

/** Ends a locked, open occurrence, and tells its person and the managers. */
export async function endSentTask(
  ctx: Context,
  sent: FoundSentTask,
  event: 'task.completed' | 'task.skipped',
  end: End,
) {
  await ctx.db.update(sentTasks).set(end).where(eq(sentTasks.id, sent.id))
  const managers = await managersOf(ctx.db, sent.companyId)
  const told = [sent.userId, ...managers.map(({ id }) => id)].map(userChannel)
  return announce(ctx, taskEvents, event, presentSentTask({ ...sent, ...end }), told)
}

/** Takes note that a person has looked at their occurrences. */
export async function markSeen(ctx: Context, shown: { id: number; user_id: number; seen_at: string | null }[]) {
  const unseen = shown.filter(({ user_id, seen_at }) => user_id === ctx.actor.id && seen_at === null)
  if (unseen.length === 0) return
  const ids = unseen.map(({ id }) => id)
  await ctx.db
    .update(sentTasks)
    .set({ seenAt: ctx.now })
    .where(and(inArray(sentTasks.id, ids), isNull(sentTasks.seenAt)))
}
