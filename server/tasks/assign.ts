/**
 * Creates tasks and assigns them, for a manager, a failed answer or a job. The task says what is to be done; each
 * person gets an occurrence of their own, which they complete or skip.
 */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { AuditDetails } from '#shared/audit/contract.ts'
import type { AuditAction } from '#shared/audit/rules.ts'
import { userChannel } from '#shared/lib/contract.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { roles } from '#shared/lib/roles.ts'
import type { Priority, Titled } from '#shared/lib/taskFields.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { taskEvents } from '#shared/tasks/contract.ts'
import type { CountedFrom, DoneBy, MissedRule, TaskKind } from '#shared/tasks/rules.ts'
import { users } from '../accounts/table.ts'
import { audit } from '../audit/commands.ts'
import { zoneOfCompany } from '../companies/queries.ts'
import { type Context, companyOf, type SaidName, type Topic } from '../lib/context.ts'
import { insertReturning, insertRow } from '../lib/db/prepared.ts'
import { dayAt, startOfDay } from '../lib/localDays.ts'
import { broadcast, publish } from '../lib/ports.ts'
import { notifyEach } from '../notifications/commands.ts'
import { requireSubjects } from '../subjects/queries.ts'
import { subjectColumnsOf } from '../subjects/registers.ts'
import {
  type Assignee,
  membersAtWork,
  placesFor,
  requireFillableForm,
  requirePeople,
  requireReadableGuide,
  requireRoadworthy,
  resolveAssignees,
} from './assignees.ts'
import {
  firstOccurrenceFrom,
  generateOccurrences,
  insertRows,
  occurrenceRow,
  type Parts,
  partsOf,
  rowsAtOnce,
  rowsOf,
} from './occurrences.ts'
import { taskCreated } from './ports.ts'
import { findActiveTask, findTask, presentTask } from './queries.ts'
import { requireRecurrence } from './recurrence/recurrence.ts'
import { localTime, occurrenceAt } from './recurrence/zonedTime.ts'
import {
  type FoundSentTask,
  findGeneratedSentTasks,
  findSentTasks,
  findSentTasksOfNew,
  presentSentTask,
} from './sentTaskQueries.ts'
import {
  isOngoing,
  isRecurring,
  scheduleColumns,
  sentTasks,
  type TaskRow,
  taskAssignees,
  taskSubjects,
  tasks,
} from './table.ts'

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
 * Creates a task, by default from now on, due a day later and in the company's zone. A series gives its people the
 * occurrences that are due; the job generates the others. Throws `invalid` for what cannot be assigned.
 */
export async function createTask(ctx: Context, { assignees, subjects, ...draft }: Draft) {
  const companyId = companyOf(ctx)
  const about = subjects?.length ? await requireSubjects(ctx.db, companyId, subjects) : []
  if (subjects?.length) await requireRoadworthy(ctx, companyId, subjects)
  if (draft.formId) await requireFillableForm(ctx.db, companyId, draft.formId)
  if (draft.guideId) await requireReadableGuide(ctx, draft.guideId)
  const { dueAfter = 'P1D', timezone = await zoneOfCompany(ctx.db, companyId) } = draft
  const startsAt = draft.startsAt ?? localTime(ctx.now, timezone)
  const values = { ...draft, startsAt, dueAfter, timezone, companyId, createdBy: ctx.actor.id }
  if (values.recurrence) requireRecurrence({ recurrence: values.recurrence, startsAt, timezone })
  // What begins now begins at this very moment, and not at the minute that its clock shows.
  const first = draft.startsAt ? occurrenceAt(startsAt, dueAfter, timezone).startsAt : ctx.now
  // One statement each, in one packet: where somebody is refused, nothing of it stays.
  const [members, made] = await Promise.all([requirePeople(ctx.db, companyId, assignees), insertTaskRow(ctx, values)])
  const places = (await placesFor(ctx.db, companyId, members, about)) as TaskRow['places']
  const task = { ...made, places }
  const parts = { members, assignees: new Map([[task.id, assignees]]), subjects: new Map([[task.id, about]]) }
  await noteTask(ctx, 'task.created', task)
  // Sent in this order, in one packet: what belongs to the task, its rows, and what the answer says of it.
  const begun = Promise.all([insertParts(ctx, task, assignees, about), beginTask(ctx, task, first, parts)])
  // A series is planned with its first occurrences.
  if (isRecurring(task)) await begun
  const details = { hasSubjects: about.length > 0, hasOrigin: false }
  const [found] = await Promise.all([findTask(ctx.db, task.id, details), begun])
  return presentTask(found)
}

type Opened = Pick<
  TaskRow,
  'companyId' | 'title' | 'titles' | 'description' | 'priority' | 'dueAfter' | 'timezone' | 'createdBy'
> &
  Partial<Pick<TaskRow, 'proof' | 'kind' | 'formId' | 'guideId' | 'doneBy' | 'verifyAfterDays'>> & {
    to: Assignee[]
    /** The people who can get it; without that, everybody at work. */
    among?: number[]
    subjects: SubjectRef[]
    /** Records something of the task before its people are notified. */
    note?: (task: TaskRow) => Promise<unknown>
    noteRows?: (rows: { id: number; userId: number }[]) => Promise<unknown>
    /** Without anybody who can get it there is no task. */
    needsPeople?: boolean
  }

/**
 * Opens a task that begins now, for the first of `to` who means people that can be assigned tasks, else for the last.
 * Returns how many have it.
 */
export async function openTask(
  ctx: Context,
  { to, among, subjects, note, noteRows, needsPeople, ...values }: Opened,
): Promise<number> {
  let assignee: Assignee | undefined
  let people: { userId: number }[] = []
  for (assignee of to) {
    people = await resolveAssignees(ctx.db, values.companyId, [assignee], subjects)
    if (among) people = people.filter(({ userId }) => among.includes(userId))
    if (people.length > 0) break
  }
  if (needsPeople && people.length === 0) return 0
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

/**
 * Assigns a task again to everybody who had it, or to the managers where nobody is left. An archived one stays as it
 * is.
 */
export async function openAgain(ctx: Context, { companyId, taskId }: { companyId: number; taskId: number }) {
  const task = await findActiveTask(ctx.db, { companyId, taskId })
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

/** Writes an entry of the audit log about a task. */
export const noteTask = (ctx: Context, action: AuditAction, { id, companyId }: TaskRow, details?: AuditDetails) =>
  audit(ctx, action, { type: 'Task', id, companyId }, details)

/** Inserts a task with its assignees and subjects; its rows follow by `beginTask` or `sendTask`. */
export async function insertTask(
  ctx: Context,
  values: typeof tasks.$inferInsert,
  assignees: Assignee[],
  subjects: SubjectRef[],
): Promise<TaskRow> {
  const task = await insertTaskRow(ctx, values)
  await insertParts(ctx, task, assignees, subjects)
  return task
}

async function insertTaskRow(ctx: Context, values: typeof tasks.$inferInsert): Promise<TaskRow> {
  const task = await insertReturning(ctx.db, tasks, values)
  await publish(ctx, taskCreated, { companyId: task.companyId, taskId: task.id })
  return task
}

/** Inserts assignees and subjects; both statements are sent at once. */
async function insertParts(ctx: Context, task: TaskRow, assignees: Assignee[], subjects: SubjectRef[]): Promise<void> {
  await Promise.all([insertAssignees(ctx, task, assignees), insertSubjects(ctx, task, subjects)])
}

export async function insertAssignees(ctx: Context, task: TaskRow, assignees: Assignee[]): Promise<void> {
  const { id: taskId, companyId } = task
  const rows = assignees.map(assignee => ({ companyId, taskId, ...assigneeRow(assignee) }))
  if (rows.length > 0) await ctx.db.insert(taskAssignees).values(rows).onConflictDoNothing().execute()
}

/** Turns an assignee into columns. */
const assigneeRow = (assignee: Assignee) => ({
  userId: 'user_id' in assignee ? assignee.user_id : null,
  roleId: 'role_id' in assignee ? assignee.role_id : null,
  locationId: 'location_id' in assignee ? assignee.location_id : null,
})

export async function insertSubjects(ctx: Context, task: TaskRow, subjects: SubjectRef[]): Promise<void> {
  const { id: taskId, companyId } = task
  const rows = subjects.map(ref => ({ companyId, taskId, ...subjectColumnsOf(ref) }))
  if (rows.length > 0) await ctx.db.insert(taskSubjects).values(rows).execute()
}

/**
 * Gives the people of a new task its rows, or the due occurrences of a series. `known` are its parts where they need
 * not be read again.
 */
export async function beginTask(ctx: Context, task: TaskRow, first: Date, known?: Parts): Promise<void> {
  // A part of an archived or paused series begins with it.
  if (task.archivedAt) return
  if (!isRecurring(task)) {
    const parts = known ?? (await partsOf(ctx, task.companyId, [task]))
    await sendNewTask(ctx, task, rowsOf(task, first, parts))
    return
  }
  if (!isOngoing(task)) return
  // What would have been before today was never given to anybody, and nobody missed it.
  const today = startOfDay(dayAt(ctx.now, task.timezone), task.timezone)
  const plan = scheduleColumns(task, firstOccurrenceFrom(task, first > today ? first : today))
  await ctx.db.update(tasks).set(plan).where(eq(tasks.id, task.id))
  await generateOccurrences(ctx, task.companyId, [{ ...task, ...plan }])
}

/** Inserts the rows of a new task and notifies each person, in one packet of statements. */
async function sendNewTask(ctx: Context, { id }: TaskRow, rows: (typeof sentTasks.$inferInsert)[]): Promise<void> {
  const [row] = rows
  const inserted: Promise<unknown>[] = []
  if (row && rows.length === 1) inserted.push(insertRow(ctx.db, sentTasks, row))
  else
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      const some = rows.slice(from, from + rowsAtOnce)
      inserted.push(ctx.db.insert(sentTasks).values(some).onConflictDoNothing().execute())
    }
  const known = { hasSubmission: false, hasProof: false, hasOrigin: false }
  const [sent] = await Promise.all([findSentTasksOfNew(ctx.db, id, known), ...inserted])
  await notifyAssignees(ctx, sent)
}

/** Inserts rows of a task and notifies each person. `note` records something of the rows before that. */
export async function sendTask(
  ctx: Context,
  { id, companyId }: TaskRow,
  rows: (typeof sentTasks.$inferInsert)[],
  { note }: { note?: ((rows: { id: number; userId: number }[]) => Promise<unknown>) | undefined } = {},
): Promise<void> {
  const made = await insertRows(ctx, rows)
  const starts = [...new Map(rows.map(({ startsAt }) => [startsAt.getTime(), startsAt])).values()]
  const theirs = and(
    eq(sentTasks.companyId, companyId),
    eq(sentTasks.taskId, id),
    starts.length > 0 ? inArray(sentTasks.startsAt, starts) : sql`false`,
  )
  const isAllNew = made.length === rows.length
  if (note)
    await note(
      isAllNew
        ? made
        : await ctx.db.select({ id: sentTasks.id, userId: sentTasks.userId }).from(sentTasks).where(theirs),
    )
  const sent = isAllNew
    ? await findGeneratedSentTasks(
        ctx.db,
        made.map(each => each.id),
        { hasSubmission: false, hasProof: false },
      )
    : await findSentTasks(ctx.db, theirs)
  await notifyAssignees(ctx, sent)
}

/** Broadcasts to each person the occurrence that they got. */
async function notifyAssignees(ctx: Context, sent: FoundSentTask[]): Promise<void> {
  await notifyOfAssignment(ctx, sent)
  for (const one of sent) broadcast(ctx, taskEvents, 'task.assigned', presentSentTask(one), [userChannel(one.userId)])
}

/** Notifies people in the bell of what somebody else assigned to them. */
async function notifyOfAssignment(ctx: Context, sent: FoundSentTask[]): Promise<void> {
  if (sent.every(({ userId }) => userId === ctx.actor.id)) return
  const giver = (await findUserName(ctx, ctx.actor.id)) ?? 'tend'
  await notifyEach(
    ctx,
    taskAssigned,
    sent
      .filter(({ userId }) => userId !== ctx.actor.id)
      .map(({ id, taskId, title, titles, userId, priority }) => ({
        people: [userId],
        facts: { taskId, sentId: id, title, titles, by: giver, isUrgent: priority === 'urgent' },
      })),
  )
}

export async function findUserName({ db }: Pick<Context, 'db'>, id: number): Promise<string | undefined> {
  const [person] = await db.select({ name: users.name }).from(users).where(eq(users.id, id))
  return person?.name
}

type Given = Titled & { taskId: number; sentId: number | null; by: string; isUrgent: boolean }

/** The title of a task for a notification, in the language of its reader. */
export const saidTitle = ({ title, titles }: Titled): SaidName => (titles ? { title, titles } : title)

export const taskAssigned: Topic<Given> = {
  name: 'task.assigned',
  bell: ({ taskId, sentId, by, isUrgent, ...titled }) => ({
    values: { title: saidTitle(titled), by },
    href: sentId === null ? '/tasks' : `/tasks/${sentId}`,
    about: `task ${taskId}`,
    isUrgent,
  }),
}
