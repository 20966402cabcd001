/**
 * How a task comes into the world, whoever it comes from: a manager who gives it, or a failed answer that opens it. The task says
 * what is to be done; each person gets an occurrence of their own, which is what they complete or skip.
 */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { userChannel } from '#shared/lib/events.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { taskEvents } from '#shared/tasks/contract.ts'
import type { Context } from '../lib/context.ts'
import { broadcast } from '../lib/events.ts'
import { notifyEach } from '../notices/commands.ts'
import { subjectColumnsOf } from '../subjects/registers.ts'
import { users } from '../users/table.ts'
import type { Assignee } from './assignees.ts'
import {
  comingFrom,
  insertRows,
  isRecurring,
  makeOf,
  type Parts,
  partsOf,
  planned,
  rowsAtOnce,
  rowsOf,
} from './making.ts'
import { taskAssigned } from './notices.ts'
import { presentSentTask } from './present.ts'
import { type FoundSentTask, findMadeSentTasks, findSentTasks, findSentTasksOfNew } from './queries.ts'
import { startOfDay } from './recurrence/occurrences.ts'
import type { TaskRow } from './recurrence/series.ts'
import { sentTasks, taskAssignees, taskSubjects, tasks } from './table.ts'

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

export async function insertTaskRow({ db }: Context, values: typeof tasks.$inferInsert): Promise<TaskRow> {
  const [task] = await db.insert(tasks).values(values).returning()
  if (!task) throw new Error('A task was not stored.')
  return task
}

/** Whom a task is for, and what it is about. */
export async function insertParts(
  ctx: Context,
  task: TaskRow,
  assignees: Assignee[],
  subjects: SubjectRef[],
): Promise<void> {
  await Promise.all([insertAssignees(ctx, task, assignees), insertSubjects(ctx, task, subjects)])
}

export async function insertAssignees(ctx: Context, task: TaskRow, assignees: Assignee[]): Promise<void> {
  const { id: taskId, companyId } = task
  const rows = assignees.map(assignee => ({ companyId, taskId, ...assigneeRow(assignee) }))
  if (rows.length > 0) await ctx.db.insert(taskAssignees).values(rows).onConflictDoNothing()
}

/** Whom a task is for, as a row says it. */
const assigneeRow = (assignee: Assignee) => ({
  userId: 'user_id' in assignee ? assignee.user_id : null,
  roleId: 'role_id' in assignee ? assignee.role_id : null,
  locationId: 'location_id' in assignee ? assignee.location_id : null,
})

export async function insertSubjects(ctx: Context, task: TaskRow, subjects: SubjectRef[]): Promise<void> {
  const { id: taskId, companyId } = task
  const rows = subjects.map(ref => ({ companyId, taskId, ...subjectColumnsOf(ref) }))
  if (rows.length > 0) await ctx.db.insert(taskSubjects).values(rows)
}

/**
 * Begins a task that was just made: its people get what is to be done once, or the occurrences of a series that are due by now. `known` are its
 * parts where they need not be read again.
 */
export async function beginTask(ctx: Context, task: TaskRow, first: Date, known?: Parts): Promise<void> {
  if (!isRecurring(task)) {
    const parts = known ?? (await partsOf(ctx, task.companyId, [task]))
    const isAboutNothing = !parts.subjects.get(task.id)?.length
    await sendNewTask(ctx, task, rowsOf(task, first, parts), isAboutNothing)
    return
  }
  // What would have been before today was never given to anybody, and nobody missed it.
  const today = startOfDay(ctx.now, task.timezone)
  const plan = planned(task, comingFrom(task, first > today ? first : today))
  await ctx.db.update(tasks).set(plan).where(eq(tasks.id, task.id))
  await makeOf(ctx, task.companyId, [{ ...task, ...plan }])
}

/** Gives people their rows of a task that nobody had before, and tells each about their own: what is read is sent with what it reads. */
async function sendNewTask(
  ctx: Context,
  { id }: TaskRow,
  rows: (typeof sentTasks.$inferInsert)[],
  isAboutNothing: boolean,
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = rows.slice(from, from + rowsAtOnce)
    await ctx.db.insert(sentTasks).values(some).onConflictDoNothing()
  }
  const known = { wasBegun: false, cameOfSomething: false, isAboutNothing }
  await notifyAssignees(ctx, await findSentTasksOfNew(ctx.db, id, known))
}

type Sending = {
  /** What is to be on record of the rows before their people are told. */
  note?: ((rows: { id: number; userId: number }[]) => Promise<unknown>) | undefined
  /** Whether the task can have come of an answer, or ask after another one. */
  cameOfSomething?: boolean
  isAboutNothing?: boolean
}

/** Gives people their rows, and tells each about their own. */
export async function sendTask(
  ctx: Context,
  { id, companyId }: TaskRow,
  rows: (typeof sentTasks.$inferInsert)[],
  { note, ...known }: Sending = {},
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
    ? await findMadeSentTasks(
        ctx.db,
        made.map(each => each.id),
        { wasBegun: false, ...known },
      )
    : await findSentTasks(ctx.db, theirs, known)
  await notifyAssignees(ctx, sent)
}

/** Tells each of the people about the occurrence that they got. */
async function notifyAssignees(ctx: Context, sent: FoundSentTask[]): Promise<void> {
  await tellThoseWhoGotIt(ctx, sent)
  for (const one of sent) broadcast(ctx, taskEvents, 'task.assigned', presentSentTask(one), [userChannel(one.userId)])
}

/** By the bell too; nobody is told of what they gave themselves. */
async function tellThoseWhoGotIt(ctx: Context, sent: FoundSentTask[]): Promise<void> {
  if (sent.every(({ userId }) => userId === ctx.actor.id)) return
  const giver = (await nameOf(ctx, ctx.actor.id)) ?? 'tend'
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

async function nameOf({ db }: Context, id: number): Promise<string | undefined> {
  const [person] = await db.select({ name: users.name }).from(users).where(eq(users.id, id))
  return person?.name
}
