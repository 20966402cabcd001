/**
 * Updates a task: a series as a whole, or one occurrence or all from one on, which become a task of their own with
 * their open rows. Ended occurrences stay as they are.
 */
import { and, asc, eq, gt, gte, lte, not, notExists, type SQL } from 'drizzle-orm'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { type EditScope, maxExceptions } from '#shared/tasks/rules.ts'
import { changesIn } from '../audit/commands.ts'
import type { Context } from '../lib/context.ts'
import { inIds } from '../lib/db/searchIds.ts'
import { reviseRow } from '../lib/registers/register.ts'
import { requireSubjects } from '../subjects/queries.ts'
import { type SubjectColumnName, subjectColumnNames } from '../subjects/registers.ts'
import { beginTask, type Draft, insertAssignees, insertSubjects, insertTask, noteTask } from './assign.ts'
import {
  type Assignee,
  assigneesOfTasks,
  requireFillableForm,
  requirePeople,
  requireReadableGuide,
  requireRoadworthy,
} from './assignees.ts'
import { helperNotes, helpers } from './external-helpers/table.ts'
import {
  broadcastChanges,
  firstOccurrenceFrom,
  generateOccurrences,
  insertRows,
  occurrenceRow,
  partsOf,
  rowsOf,
} from './occurrences.ts'
import { withSubmissions } from './ports.ts'
import { findTask, presentTask } from './queries.ts'
import { fromStart, goesOnFrom, type Move, movedExceptions, movedRule } from './recurrence/moving.ts'
import {
  countedFromOn,
  endedBefore,
  isFirstOccurrence,
  occurrencesBetween,
  requireRecurrence,
} from './recurrence/recurrence.ts'
import { localTime, occurrenceAt } from './recurrence/zonedTime.ts'
import { isOpenSentTask } from './sentTaskQueries.ts'
import {
  isOngoing,
  isRecurring,
  type Series,
  scheduleColumns,
  sentTasks,
  type TaskRow,
  taskAssignees,
  taskSubjects,
  tasks,
} from './table.ts'

export type Scoped = { scope: EditScope; occurrence?: string | undefined }
type Changes = Partial<Draft> & Scoped & { revision?: number | undefined }

/** Changes a task, or a part of a series. Throws 409 with the task as it is now for a stale revision. */
export async function updateTask(ctx: Context, task: TaskRow, { scope, occurrence, revision, ...asked }: Changes) {
  const changes = { ...asked }
  const { companyId } = task
  if (changes.formId && changes.formId !== task.formId) await requireFillableForm(ctx.db, companyId, changes.formId)
  if (changes.guideId && changes.guideId !== task.guideId) await requireReadableGuide(ctx, changes.guideId)
  if (changes.subjects) await requireRoadworthy(ctx, companyId, changes.subjects)
  if (changes.assignees) await requirePeople(ctx.db, companyId, changes.assignees)
  if (changes.subjects) changes.subjects = await requireSubjects(ctx.db, companyId, changes.subjects)
  const at = occurrenceMeant(task, scope, occurrence)
  if (!at || !isRecurring(task)) return changeAll(ctx, task, changes, revision)
  if (scope === 'this') return splitOff(ctx, task, at, { ...changes, recurrence: null }, revision)
  const move = changes.startsAt ? { from: localTime(at, task.timezone), to: changes.startsAt } : undefined
  const moved = { ...changes, ...movedRule(task, changes, move) }
  // From its first occurrence on is all of it.
  const isFirst = scope === 'following' && isFirstOccurrence(task, at)
  if (scope === 'all' || isFirst) return changeAll(ctx, task, fromStart(task, moved, move), revision, move)
  return splitOff(ctx, task, at, moved, revision)
}

/**
 * Returns the occurrence that is meant; null for the whole task. Throws `invalid` for a part of a series without a
 * named occurrence, and `not_a_series`.
 */
export function occurrenceMeant(task: TaskRow, scope: EditScope, occurrence: string | undefined): Date | null {
  if (occurrence === undefined) {
    if (scope !== 'all' && isRecurring(task)) throw invalidField('occurrence', 'required')
    return null
  }
  const at = new Date(occurrence)
  if (!isRecurring(task)) throw new Problem('not_a_series')
  const [found] = occurrencesBetween({ ...task, exceptions: [] }, at, new Date(at.getTime() + 1))
  if (!found && task.countedFrom === 'calendar') throw invalidField('occurrence', 'not_found')
  return at
}

/** Removes the translations of a form's title when somebody writes their own. */
const withTitles = (changes: Partial<Draft>): Partial<Draft> =>
  changes.title !== undefined && changes.titles === undefined ? { ...changes, titles: null } : changes

/** Changes the whole task; open occurrences follow. */
async function changeAll(ctx: Context, task: TaskRow, all: Partial<Draft>, revision: number | undefined, move?: Move) {
  const { assignees, subjects, ...changes } = withTitles(all)
  const values = { ...task, ...changes }
  if (values.recurrence) requireRecurrence({ ...values, recurrence: values.recurrence })
  await reviseTask(ctx, task, changes, revision)
  if (assignees) {
    await ctx.db.delete(taskAssignees).where(eq(taskAssignees.taskId, task.id))
    await insertAssignees(ctx, task, assignees)
  }
  if (subjects) {
    await ctx.db.delete(taskSubjects).where(eq(taskSubjects.taskId, task.id))
    await insertSubjects(ctx, task, subjects)
  }
  await followChange(ctx, task, all, move)
  const told = changesIn(task, changes)
  if (Object.keys(told).length > 0 || assignees) await noteTask(ctx, 'task.updated', task, told)
  return presentTask(await findTask(ctx.db, task.id))
}

const timing = [
  'startsAt',
  'dueAfter',
  'timezone',
  'recurrence',
  'countedFrom',
  'opensBefore',
  'lateFor',
  'missed',
] as const

/**
 * Updates the rows: those that have begun keep their day but get new people and times, later ones are generated
 * again.
 */
async function followChange(
  ctx: Context,
  task: TaskRow,
  changes: Partial<Draft>,
  move: Move | undefined,
): Promise<void> {
  const changed = await rowOf(ctx, task.id)
  const isTiming = timing.some(name => changes[name] !== undefined && changes[name] !== task[name])
  const isWhose = changes.assignees !== undefined || changes.subjects !== undefined || changes.perSubject !== undefined
  if (!isTiming && !isWhose) return
  if (!isRecurring(task) && !isRecurring(changed)) {
    if (isTiming) await moveOpen(ctx, task, changed)
    if (isWhose) await giveToOthers(ctx, changed)
    return
  }
  const gone = await withdraw(ctx, changed, ctx.now)
  if (isTiming) await moveBegun(ctx, changed)
  if (isWhose) await giveToOthers(ctx, changed)
  const exceptions = isTiming && isRecurring(changed) ? movedExceptions(task, changed, move) : changed.exceptions
  const plan = scheduleColumns(
    changed,
    isOngoing(changed) ? firstOccurrenceFrom({ ...changed, exceptions }, await goesOnFrom(ctx, changed, move)) : null,
  )
  await ctx.db
    .update(tasks)
    .set({ ...plan, exceptions })
    .where(eq(tasks.id, task.id))
  broadcastChanges(ctx, gone)
  if (isOngoing(changed)) await generateOccurrences(ctx, task.companyId, [{ ...changed, ...plan, exceptions }])
}

const times = (task: TaskRow, startsAt: Date) => {
  const { dueAt, opensAt, lateUntil } = occurrenceRow(task, startsAt)
  return { startsAt, dueAt, opensAt, lateUntil }
}

const rowOf = async (ctx: Context, id: number): Promise<TaskRow> => {
  const [row] = await ctx.db.select().from(tasks).where(eq(tasks.id, id))
  if (!row) throw new Error(`The task ${id} is gone.`)
  return row
}

/**
 * Moves the open rows of a task without a rule to its new start. A row keeps its own start where the new one is
 * taken.
 */
async function moveOpen(ctx: Context, task: TaskRow, changed: TaskRow): Promise<void> {
  const { startsAt } = occurrenceAt(changed.startsAt, changed.dueAfter, changed.timezone)
  const rows = await ctx.db
    .select()
    .from(sentTasks)
    .where(and(eq(sentTasks.companyId, task.companyId), eq(sentTasks.taskId, task.id)))
  const whose = ({ userId, ...row }: (typeof rows)[number]) =>
    [userId, ...subjectColumnNames.map(name => row[name])].join(' ')
  const taken = new Set(rows.filter(row => row.startsAt.getTime() === startsAt.getTime()).map(whose))
  const open = rows.filter(row => !row.completedAt && !row.skippedAt && !row.missedAt)
  for (const row of open) {
    const isTaken = taken.has(whose(row)) && row.startsAt.getTime() !== startsAt.getTime()
    await ctx.db
      .update(sentTasks)
      .set(times(changed, isTaken ? row.startsAt : startsAt))
      .where(eq(sentTasks.id, row.id))
    taken.add(whose(row))
  }
}

/** Gives rows that have begun the new due times. */
async function moveBegun(ctx: Context, changed: TaskRow): Promise<void> {
  const begun = await ctx.db
    .selectDistinct({ startsAt: sentTasks.startsAt })
    .from(sentTasks)
    .where(and(eq(sentTasks.companyId, changed.companyId), eq(sentTasks.taskId, changed.id), isOpenSentTask))
  for (const { startsAt } of begun)
    await ctx.db
      .update(sentTasks)
      .set(times(changed, startsAt))
      .where(and(eq(sentTasks.taskId, changed.id), eq(sentTasks.startsAt, startsAt), isOpenSentTask))
}

/** Deletes open rows that nobody has begun, in a period. Returns their people. */
export async function withdraw(ctx: Context, { companyId, id }: TaskRow, from: Date, to?: Date): Promise<number[]> {
  const gone = await ctx.db
    .delete(sentTasks)
    .where(
      and(
        ...[
          eq(sentTasks.companyId, companyId),
          eq(sentTasks.taskId, id),
          isOpenSentTask,
          await isNotBegun(ctx, companyId, id),
        ],
        to ? gte(sentTasks.startsAt, from) : gt(sentTasks.startsAt, from),
        to && lte(sentTasks.startsAt, to),
      ),
    )
    .returning({ userId: sentTasks.userId })
  return gone.map(({ userId }) => userId)
}

/** Rows with neither a submission nor what an external helper wrote, which would go with them. */
export async function isNotBegun({ db }: Context, companyId: number, taskId: number): Promise<SQL | undefined> {
  const begun = await withSubmissions.queryOne(db, { companyId, taskId })
  const written = db
    .select({ id: helperNotes.id })
    .from(helperNotes)
    .innerJoin(helpers, and(eq(helpers.companyId, helperNotes.companyId), eq(helpers.id, helperNotes.helperId)))
    .where(and(eq(helpers.companyId, companyId), eq(helpers.sentTaskId, sentTasks.id)))
  return and(begun.length > 0 ? not(inIds(sentTasks.id, begun)) : undefined, notExists(written))
}

/**
 * Gives open rows to the people of today, about what the task is about now: rows of others, and rows about what it no
 * longer asks for in this way, are deleted unless begun.
 */
async function giveToOthers(ctx: Context, task: TaskRow): Promise<void> {
  const parts = await partsOf(ctx, task.companyId, [task])
  const ofTask = and(eq(sentTasks.companyId, task.companyId), eq(sentTasks.taskId, task.id), isOpenSentTask)
  const open = await ctx.db.selectDistinct({ startsAt: sentTasks.startsAt }).from(sentTasks).where(ofTask)
  const wanted = open.flatMap(({ startsAt }) => rowsOf(task, startsAt, parts))
  const keys = new Set(wanted.map(keyOf))
  const unbegun = await ctx.db
    .select()
    .from(sentTasks)
    .where(and(ofTask, await isNotBegun(ctx, task.companyId, task.id)))
    .orderBy(asc(sentTasks.id))
    .for('update')
  const gone = unbegun.filter(row => !keys.has(keyOf(row)))
  if (gone.length > 0)
    await ctx.db.delete(sentTasks).where(
      inIds(
        sentTasks.id,
        gone.map(({ id }) => id),
      ),
    )
  const come = await insertRows(ctx, wanted)
  broadcastChanges(
    ctx,
    [...gone, ...come].map(({ userId }) => userId),
  )
}

/** Whose row it is, when, and about what. */
const keyOf = (row: Pick<typeof sentTasks.$inferInsert, 'userId' | 'startsAt' | SubjectColumnName>): string =>
  [row.userId, row.startsAt.getTime(), ...subjectColumnNames.map(name => row[name] ?? '')].join(' ')

/** Splits one occurrence, or it and the following ones, into a task of its own. */
async function splitOff(ctx: Context, series: Series, at: Date, changes: Partial<Draft>, revision: number | undefined) {
  const { assignees = await assigneesOf(ctx, series.id), subjects, ...rest } = withTitles(changes)
  const isOne = rest.recurrence === null
  const { id: _, revision: __, createdAt: ___, updatedAt: ____, nextAt: _____, makeAt: ______, ...copied } = series
  const values = {
    ...copied,
    ...rest,
    startsAt: rest.startsAt ?? localTime(at, series.timezone),
    recurrence: isOne ? null : (rest.recurrence ?? countedFromOn(series, at)),
    exceptions: isOne ? [] : series.exceptions.filter(moment => moment > at),
    splitFrom: series.id,
    madeCount: 0,
    createdBy: ctx.actor.id,
  }
  if (values.recurrence) requireRecurrence({ ...values, recurrence: values.recurrence })
  await leaveOut(ctx, series, at, isOne, revision)
  const about = subjects ?? (await findTask(ctx.db, series.id)).subjects
  const task = await insertTask(ctx, values, assignees, about)
  await noteTask(ctx, 'task.split', series)
  await beginTask(ctx, task, occurrenceAt(task.startsAt, task.dueAfter, task.timezone).startsAt)
  return presentTask(await findTask(ctx.db, task.id))
}

const assigneesOf = async (ctx: Context, id: number): Promise<Assignee[]> =>
  (await assigneesOfTasks(ctx.db, [id])).get(id) ?? []

/** Removes an occurrence from the series, or ends the series before it. */
export async function leaveOut(
  ctx: Context,
  series: Series,
  at: Date,
  isOne: boolean,
  revision?: number,
): Promise<void> {
  if (isOne && series.exceptions.length >= maxExceptions) throw invalidField('occurrence', 'too_many')
  const changes = isOne
    ? { exceptions: [...series.exceptions, at] }
    : { recurrence: endedBefore(series.recurrence, at), exceptions: series.exceptions.filter(moment => moment < at) }
  const now = { ...series, ...changes }
  const from = series.nextAt && series.nextAt < at ? series.nextAt : null
  const next = from ?? (series.nextAt ? firstOccurrenceFrom(now, series.nextAt) : null)
  await reviseTask(ctx, series, { ...changes, ...scheduleColumns(now, next) }, revision)
  const gone = await withdraw(ctx, series, isOne ? at : new Date(at.getTime() - 1), isOne ? at : undefined)
  broadcastChanges(ctx, gone)
}

/** Changes its row; refuses a stale revision with the task as it is now. */
export const reviseTask = (ctx: Context, task: TaskRow, changes: object, revision?: number) =>
  reviseRow(ctx, tasks, task, changes, async ({ id }) => presentTask(await findTask(ctx.db, id)), revision)
