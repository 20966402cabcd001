/**
 * Generates the occurrences of series ahead of time. The row of a series is locked, its due rows are inserted and its
 * schedule advanced in one transaction: so each is made once, on any number of nodes.
 */
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { userChannel } from '#shared/lib/contract.ts'
import type { Places } from '#shared/lib/reach.ts'
import { roles } from '#shared/lib/roles.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import { taskEvents } from '#shared/tasks/contract.ts'
import type { Context } from '../lib/context.ts'
import { broadcast } from '../lib/ports.ts'
import { subjectsOf } from '../subjects/queries.ts'
import { subjectColumnsOf } from '../subjects/registers.ts'
import { type Assignee, assigneesAmong, assigneesOfTasks, type Member, membersAtWork, withPlaces } from './assignees.ts'
import { nextOccurrence } from './recurrence/recurrence.ts'
import { before, durationAfter } from './recurrence/zonedTime.ts'
import { isOpenSentTask } from './sentTaskQueries.ts'
import { isRecurring, type Series, scheduleColumns, sentTasks, taskSubjects, tasks } from './table.ts'

/** Occurrences of one series at once, where a server was away for long; the rest follows a minute later. */
const maxAtOnce = 100

/** Rows of one statement. */
export const rowsAtOnce = 1000

/** Returns the first occurrence of a series from a moment on; null without a rule. */
export const firstOccurrenceFrom = (task: typeof tasks.$inferSelect, from: Date): Date | null =>
  isRecurring(task) ? nextOccurrence(task, from, true) : null

type Timed = Pick<typeof tasks.$inferInsert, 'timezone' | 'dueAfter' | 'lateFor' | 'missed' | 'opensBefore'>

/** Builds the row of an occurrence without its person: start, due time, opening and closing. */
export const occurrenceRow = (task: Timed & { companyId: number; id: number }, startsAt: Date) => {
  const { companyId, id: taskId, timezone } = task
  const dueAt = durationAfter(startsAt, task.dueAfter, timezone)
  const ends = task.lateFor ? durationAfter(dueAt, task.lateFor, timezone) : task.missed === 'skip' ? dueAt : null
  const opensAt = task.opensBefore ? before(startsAt, task.opensBefore, timezone) : null
  return { companyId, taskId, startsAt, dueAt, opensAt, lateUntil: ends }
}

export type Parts = { members: Member[]; assignees: Map<number, Assignee[]>; subjects: Map<number, SubjectRef[]> }

/** Reads the people and subjects of series. */
export async function partsOf(
  { db }: Pick<Context, 'db'>,
  companyId: number,
  series: { id: number }[],
): Promise<Parts> {
  const ids = series.map(({ id }) => id)
  const assignees = await assigneesOfTasks(db, ids)
  const members = await membersAtWork(db, companyId)
  return {
    members: await withPlaces(db, companyId, members, [...assignees.values()].flat()),
    assignees,
    subjects: await subjectsOf(db, taskSubjects, taskSubjects.taskId, ids),
  }
}

/** Returns the people of a series: those whom its assignees mean, or the managers where nobody is left. */
export function peopleOf(task: { id: number; places: Places }, { members, assignees }: Parts): number[] {
  const people = assigneesAmong(members, assignees.get(task.id) ?? [], task.places)
  return people.length > 0 ? people : assigneesAmong(members, [{ role_id: roles.manager }], task.places)
}

/** Builds the rows of one occurrence: one per person, and per subject where each has its own. */
export function rowsOf(task: typeof tasks.$inferSelect, startsAt: Date, parts: Parts) {
  const subjects = parts.subjects.get(task.id) ?? []
  const about = task.perSubject && subjects.length > 0 ? subjects.map(subjectColumnsOf) : [{}]
  const row = occurrenceRow(task, startsAt)
  return peopleOf(task, parts).flatMap(userId => about.map(subject => ({ ...row, ...subject, userId })))
}

/** Inserts rows that do not exist yet and returns them. */
export async function insertRows(
  ctx: Context,
  rows: (typeof sentTasks.$inferInsert)[],
): Promise<{ id: number; userId: number }[]> {
  const made: { id: number; userId: number }[] = []
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = await ctx.db
      .insert(sentTasks)
      .values(rows.slice(from, from + rowsAtOnce))
      .onConflictDoNothing()
      .returning({ id: sentTasks.id, userId: sentTasks.userId })
    made.push(...some)
  }
  return made
}

/** Broadcasts to each person that occurrences came or went, once per person. */
export function broadcastChanges(ctx: Context, userIds: number[]): void {
  for (const [userId, of] of Map.groupBy(userIds, id => id))
    broadcast(ctx, taskEvents, 'tasks.changed', { count: of.length }, [userChannel(userId)])
}

/**
 * Generates the due occurrences of up to `most` series of a company, skipping those that another node has locked.
 * Returns how many series there were.
 */
export async function generateDue(ctx: Context, companyId: number, most: number): Promise<number> {
  const due = await ctx.db
    .select()
    .from(tasks)
    .where(and(eq(tasks.companyId, companyId), lte(tasks.makeAt, ctx.now)))
    .orderBy(asc(tasks.makeAt))
    .limit(most)
    .for('no key update', { skipLocked: true })
  await generateOccurrences(ctx, companyId, due.filter(isRecurring))
  return due.length
}

/** Generates the due occurrences of locked series and advances their schedules. */
export async function generateOccurrences(ctx: Context, companyId: number, due: Series[]): Promise<void> {
  if (due.length === 0) return
  const parts = await partsOf(ctx, companyId, due)
  const rows: (typeof sentTasks.$inferInsert)[] = []
  const moved: { id: number; nextAt: Date | null; makeAt: Date | null; made: number }[] = []
  for (const series of due) {
    let plan = { nextAt: series.nextAt, makeAt: series.makeAt }
    let made = 0
    while (plan.nextAt && plan.makeAt && plan.makeAt <= ctx.now && made < maxAtOnce) {
      const following = series.countedFrom === 'completion' ? null : nextOccurrence(series, plan.nextAt)
      const replaced = series.missed === 'roll' && following ? { lateUntil: following } : {}
      rows.push(...rowsOf(series, plan.nextAt, parts).map(row => ({ ...row, ...replaced })))
      made++
      plan = scheduleColumns(series, following)
    }
    moved.push({ id: series.id, ...plan, made })
  }
  const made = await insertRows(ctx, rows)
  await advanceSchedule(ctx, moved)
  broadcastChanges(
    ctx,
    made.map(({ userId }) => userId),
  )
}

async function advanceSchedule(
  ctx: Context,
  moved: { id: number; nextAt: Date | null; makeAt: Date | null; made: number }[],
): Promise<void> {
  const rows = sql.join(
    moved.map(
      ({ id, nextAt, makeAt, made }) =>
        sql`(${id}::int, ${nextAt?.toISOString() ?? null}::timestamptz, ${makeAt?.toISOString() ?? null}::timestamptz,
          ${made}::int)`,
    ),
    sql`, `,
  )
  await ctx.db.execute(sql`
    update tasks set next_at = moved.next_at, make_at = moved.make_at, made_count = tasks.made_count + moved.made
    from (values ${rows}) as moved(id, next_at, make_at, made) where tasks.id = moved.id`)
}

/** Closes the missed occurrences of a company. Returns how many, and those from which their series count on. */
export async function closeMissed(
  ctx: Context,
  companyId: number,
  most: number,
): Promise<{ count: number; counting: { taskId: number; startsAt: Date }[] }> {
  const over = ctx.db
    .select({ id: sentTasks.id })
    .from(sentTasks)
    .where(and(eq(sentTasks.companyId, companyId), lte(sentTasks.lateUntil, ctx.now), isOpenSentTask))
    .orderBy(asc(sentTasks.lateUntil))
    .limit(most)
    .for('no key update', { skipLocked: true })
  const closed = await ctx.db
    .update(sentTasks)
    .set({ missedAt: ctx.now })
    .where(inArray(sentTasks.id, over))
    .returning({ userId: sentTasks.userId, taskId: sentTasks.taskId, startsAt: sentTasks.startsAt })
  broadcastChanges(
    ctx,
    closed.map(({ userId }) => userId),
  )
  const ids = [...new Set(closed.map(({ taskId }) => taskId))]
  const counted = await ctx.db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.companyId, companyId), inArray(tasks.id, ids), eq(tasks.countedFrom, 'completion')))
  const counting = new Set(counted.map(({ id }) => id))
  return { count: closed.length, counting: closed.filter(({ taskId }) => counting.has(taskId)) }
}
