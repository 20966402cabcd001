import { and, asc, eq, isNull } from 'drizzle-orm'
import type { AuditDetails } from '#shared/audit/contract.ts'
import type { AuditAction } from '#shared/audit/rules.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { invalidField } from '#shared/lib/problem.ts'
import { roles } from '#shared/lib/roles.ts'
import type { Priority } from '#shared/lib/taskFields.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import type { CountedFrom, DoneBy, MissedRule, TaskKind } from '#shared/tasks/rules.ts'
import { audit } from '../audit/commands.ts'
import { findCompany } from '../companies/queries.ts'
import { forms } from '../forms/table.ts'
import { guides } from '../guides/table.ts'
import { type Context, companyOf } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { reviseRow } from '../lib/registers/register.ts'
import { requireSubjects } from '../subjects/queries.ts'
import { type Assignee, membersAtWork, requirePeople, resolveAssignees } from './assignees.ts'
import { believedEnd, endSentTask } from './ends.ts'
import { comingFrom, occurrenceRow, planned, tellOfChanges } from './making.ts'
import { presentTask } from './present.ts'
import { isOpen, lockSentTasks, lockShared } from './queries.ts'
import { localTime, occurrenceAt } from './recurrence/occurrences.ts'
import { requireRecurrence } from './recurrence/recurrence.ts'
import { findTask, type TaskRow } from './recurrence/series.ts'
import { beginTask, insertParts, insertTask, insertTaskRow, sendTask } from './send.ts'
import { requireRoadworthy } from './stoppedVehicles.ts'
import { sentTasks, tasks } from './table.ts'

export type Draft = {
  title: string
  titles?: LocalizedText | null | undefined
  description?: string | null | undefined
  priority: Priority
  startsAt?: string | undefined
  dueAfter?: string | undefined
  timezone?: string | undefined
  formId?: number | null | undefined
  guideId?: number | null | undefined
  kind?: TaskKind | undefined
  doneBy?: DoneBy | undefined
  perSubject?: boolean | undefined
  opensBefore?: string | null | undefined
  lateFor?: string | null | undefined
  missed?: MissedRule | undefined
  recurrence?: string | null | undefined
  countedFrom?: CountedFrom | undefined
  verifyAfterDays?: number | null | undefined
  assignees: Assignee[]
  subjects?: SubjectRef[] | undefined
}

/**
 * Without a start it begins now, without a duration it is due a day later, without a zone it goes by the company's clock. One that repeats
 * gives its people the occurrences that are due, and the job makes the others.
 */
export async function createTask(ctx: Context, { assignees, subjects, ...draft }: Draft) {
  const companyId = companyOf(ctx)
  const about = subjects?.length ? await requireSubjects(ctx.db, companyId, subjects) : []
  if (subjects?.length) await requireRoadworthy(ctx, companyId, subjects)
  if (draft.formId) await requireFillableForm(ctx.db, companyId, draft.formId)
  if (draft.guideId) await requireReadableGuide(ctx, draft.guideId)
  const { dueAfter = 'P1D', timezone = (await findCompany(ctx.db, companyId))?.timeZone ?? 'UTC' } = draft
  const startsAt = draft.startsAt ?? localTime(ctx.now, timezone)
  const values = { ...draft, startsAt, dueAfter, timezone, companyId, createdBy: ctx.actor.id }
  if (values.recurrence) requireRecurrence({ recurrence: values.recurrence, startsAt, timezone })
  // What begins now begins at this very moment, and not at the minute that its clock shows.
  const first = draft.startsAt ? occurrenceAt(startsAt, dueAfter, timezone).startsAt : ctx.now
  // One statement each, in one packet: where somebody is refused, nothing of it stays.
  const [members, task] = await Promise.all([requirePeople(ctx.db, companyId, assignees), insertTaskRow(ctx, values)])
  await insertParts(ctx, task, assignees, about)
  await noteTask(ctx, 'task.created', task)
  const parts = { members, assignees: new Map([[task.id, assignees]]), subjects: new Map([[task.id, about]]) }
  await beginTask(ctx, task, first, parts)
  return presentTask(await findTask(ctx.db, task.id))
}

type Opened = Pick<
  TaskRow,
  'companyId' | 'title' | 'titles' | 'description' | 'priority' | 'dueAfter' | 'timezone' | 'createdBy'
> &
  Partial<Pick<TaskRow, 'proof' | 'kind' | 'formId' | 'guideId' | 'doneBy' | 'verifyAfterDays'>> & {
    to: Assignee[]
    /** Who alone can be given it; without that, everybody at work. */
    among?: number[]
    subjects: SubjectRef[]
    /** What is to be on record of it before its people are told. */
    note?: (task: TaskRow) => Promise<unknown>
    noteRows?: (rows: { id: number; userId: number }[]) => Promise<unknown>
  }

/** Opens a task that begins now, for the first of `to` who means people that can be given tasks, or else for the last. How many have it. */
export async function openTask(
  ctx: Context,
  { to, among, subjects, note, noteRows, ...values }: Opened,
): Promise<number> {
  let assignee: Assignee | undefined
  let people: { userId: number }[] = []
  for (assignee of to) {
    people = await resolveAssignees(ctx.db, values.companyId, [assignee])
    if (among) people = people.filter(({ userId }) => among.includes(userId))
    if (people.length > 0) break
  }
  const startsAt = localTime(ctx.now, values.timezone)
  const task = await insertTask(ctx, { kind: 'corrective', ...values, startsAt }, assignee ? [assignee] : [], subjects)
  await note?.(task)
  await noteTask(ctx, 'task.created', task)
  await sendTask(
    ctx,
    task,
    people.map(({ userId }) => ({ ...occurrenceRow(task, ctx.now), userId })),
    { note: noteRows },
  )
  return people.length
}

/** Gives everybody who had a task the same once more, beside what they did of it. Nothing of one that is archived. */
export async function openAgain(ctx: Context, { companyId, taskId }: { companyId: number; taskId: number }) {
  const [task] = await ctx.db
    .select()
    .from(tasks)
    .where(and(eq(tasks.companyId, companyId), eq(tasks.id, taskId), isNull(tasks.archivedAt)))
  if (!task) return
  const had = await ctx.db
    .selectDistinct({ userId: sentTasks.userId })
    .from(sentTasks)
    .where(and(eq(sentTasks.companyId, companyId), eq(sentTasks.taskId, taskId)))
  const atWork = new Set((await membersAtWork(ctx.db, companyId)).map(({ userId }) => userId))
  const people = had.filter(({ userId }) => atWork.has(userId))
  const managers = await resolveAssignees(ctx.db, companyId, [{ role_id: roles.manager }])
  const rows = (people.length > 0 ? people : managers).map(({ userId }) => ({
    ...occurrenceRow(task, ctx.now),
    userId,
  }))
  await sendTask(ctx, task, rows)
}

/** Takes back what is open of a task that nobody needs to do any more. */
export async function withdrawTask(ctx: Context, { companyId, taskId }: { companyId: number; taskId: number }) {
  const [task] = await ctx.db
    .select()
    .from(tasks)
    .where(and(eq(tasks.companyId, companyId), eq(tasks.id, taskId), isNull(tasks.archivedAt)))
  if (!task) return
  await archiveTask(ctx, task, ctx.now)
  const open = await ctx.db
    .select({ userId: sentTasks.userId })
    .from(sentTasks)
    .where(and(eq(sentTasks.companyId, companyId), eq(sentTasks.taskId, taskId), isOpen))
  tellOfChanges(
    ctx,
    open.map(({ userId }) => userId),
  )
}

type DoneOtherwise = { companyId: number; taskId: number; by: number | null; at: Date }

/** Completes whatever is open of a task whose work was done and written down elsewhere, by whoever wrote it down. */
export async function completeOpenOf(ctx: Context, { companyId, taskId, by, at }: DoneOtherwise): Promise<void> {
  const ofTask = and(eq(sentTasks.companyId, companyId), eq(sentTasks.taskId, taskId), isOpen)
  const rows = await ctx.db.select({ id: sentTasks.id }).from(sentTasks).where(ofTask).orderBy(asc(sentTasks.id))
  for (const { id } of rows) {
    await lockShared(ctx.db, id)
    // One that ended with another is open no more.
    const [sent] = await lockSentTasks(ctx.db, and(eq(sentTasks.id, id), isOpen))
    if (sent) await endSentTask(ctx, sent, 'task.completed', { completedAt: at, completedBy: by })
  }
}

/** Archives or restores a task, and with it whatever of it is still open. */
export async function archiveTask(ctx: Context, task: TaskRow, archivedAt: Date | null) {
  const isOther = (task.archivedAt === null) !== (archivedAt === null)
  if (isOther) await noteTask(ctx, archivedAt ? 'task.archived' : 'task.restored', task)
  const goesOn = archivedAt === null && !task.pausedAt && !task.endedAt
  return reviseTask(ctx, task, { archivedAt, ...planned(task, goesOn ? comingFrom(task, ctx.now) : null) })
}

type Completed = { taskSentId: number | null; userId: number | null; formId: number; completedAt: Date | null }

/**
 * A complete form completes the occurrence that it was filled in for. One that somebody skipped or that was withdrawn meanwhile
 * stays as it is: the work of a person without signal is kept, and is not turned away for it.
 */
export async function completeTaskWith(
  ctx: Context,
  { taskSentId, userId, formId, completedAt }: Completed,
): Promise<void> {
  if (taskSentId === null || userId === null || completedAt === null) return
  await lockShared(ctx.db, taskSentId)
  const [sent] = await lockSentTasks(ctx.db, eq(sentTasks.id, taskSentId))
  if (!sent || sent.completedAt || sent.skippedAt) return
  const at = believedEnd(ctx, sent, completedAt)
  if (sent.missedAt && !(sent.lateUntil && at <= sent.lateUntil)) return
  if (sent.userId !== userId || sent.formId !== formId) return
  await endSentTask(ctx, sent, 'task.completed', { completedAt: at, completedBy: userId })
}

/** Notes what was done with a task. */
export const noteTask = (ctx: Context, action: AuditAction, { id, companyId }: TaskRow, details?: AuditDetails) =>
  audit(ctx, action, { type: 'Task', id, companyId }, details)

/** Changes its row; refuses a stale revision with the task as it is now. */
export const reviseTask = (ctx: Context, task: TaskRow, changes: object, revision?: number) =>
  reviseRow(ctx, tasks, task, changes, async ({ id }) => presentTask(await findTask(ctx.db, id)), revision)

/** Refuses a guide that the actor may not read, or that is not published. */
export async function requireReadableGuide(ctx: Context, guideId: number): Promise<void> {
  const [guide] = await ctx.db
    .select({ status: guides.status })
    .from(guides)
    .where(and(eq(guides.id, guideId), accessible(ctx.ability, 'read', 'Guide', guides), isNull(guides.archivedAt)))
  if (!guide) throw invalidField('guide_id', 'not_found')
  if (guide.status !== 'published') throw invalidField('guide_id', 'guide_not_published')
}

/** Refuses a form that nobody can fill in. */
export async function requireFillableForm(
  db: Database,
  companyId: number,
  formId: number,
  field = 'form_id',
): Promise<void> {
  const [form] = await db
    .select({ status: forms.status })
    .from(forms)
    .where(and(eq(forms.id, formId), eq(forms.companyId, companyId), isNull(forms.archivedAt)))
  if (!form) throw invalidField(field, 'not_found')
  if (form.status !== 'open') throw invalidField(field, 'not_published')
}
