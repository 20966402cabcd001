import { setTimeout as delay } from 'node:timers/promises'
import { and, asc, eq, gt, inArray, isNotNull, lte, or, sql } from 'drizzle-orm'
import { roles } from '#shared/lib/roles.ts'
import type { Titled } from '#shared/lib/taskFields.ts'
import { users } from '../accounts/table.ts'
import { ofLivingCompany } from '../companies/table.ts'
import type { Context, Topic } from '../lib/context.ts'
import { eachCompany, overlapping } from '../lib/jobs/eachCompany.ts'
import { eraseArchived, maxErased, nightly, requeueIf } from '../lib/jobs/erasing.ts'
import { inCompany } from '../lib/jobs/inCompany.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { publish } from '../lib/ports.ts'
import { notify } from '../notifications/commands.ts'
import { saidTitle } from './assign.ts'
import { resolveAssignees } from './assignees.ts'
import { scheduleFromCompletion } from './complete.ts'
import { closeMissed, generateDue } from './occurrences.ts'
import { sentTasksOverdue } from './ports.ts'
import { isOpenSentTask } from './sentTaskQueries.ts'
import { sentTasks, taskAssignees, taskSubjects, tasks } from './table.ts'

/** Erases archived tasks that nobody completed, skipped or began to fill in. */
export const eraseArchivedTasks: Job<object> = {
  name: 'tasks.erase-archived',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const ended = or(isNotNull(sentTasks.completedAt), isNotNull(sentTasks.skippedAt))
    const wasDone = sql`exists (${db
      .select({ id: sentTasks.id })
      .from(sentTasks)
      .where(and(eq(sentTasks.companyId, tasks.companyId), eq(sentTasks.taskId, tasks.id), ended))})`
    const { length } = await eraseArchived(db, tasks, {
      parts: [
        { table: taskAssignees, of: taskAssignees.taskId },
        { table: taskSubjects, of: taskSubjects.taskId },
        { table: sentTasks, of: sentTasks.taskId },
      ],
      unless: wasDone,
    })
    await requeueIf(db, services, 'tasks.erase-archived', length === maxErased)
  },
}

/** Series in one transaction: few enough that people do not wait for it. */
const seriesAtOnce = 20
const rowsAtOnce = 1000

/**
 * Each minute generates due occurrences, closes missed ones and escalates, company by company. Two nodes at once skip
 * each other's rows.
 */
export const followSeries: Job<object> = {
  name: 'tasks.follow-series',
  turns: overlapping,
  schedule: '* * * * *',
  work: async (_, { db, services }) => {
    const now = new Date()
    const making = await db
      .selectDistinct({ companyId: tasks.companyId })
      .from(tasks)
      .where(and(lte(tasks.makeAt, now), ofLivingCompany(tasks.companyId)))
    const closing = await db
      .selectDistinct({ companyId: sentTasks.companyId })
      .from(sentTasks)
      .where(and(lte(sentTasks.lateUntil, now), isOpenSentTask, ofLivingCompany(sentTasks.companyId)))
    const overdue = await db
      .selectDistinct({ companyId: sentTasks.companyId })
      .from(sentTasks)
      .where(and(isToTell(now), ofLivingCompany(sentTasks.companyId)))
    // After the commit, so that no connection of the queue is held.
    return async () => {
      await eachCompany(services, 'tasks.make', idsOf(making), async companyId => {
        const make = () => inCompany(services, companyId, 'series', ctx => generateDue(ctx, companyId, seriesAtOnce))
        while ((await sharing(make)) === seriesAtOnce);
      })
      await eachCompany(services, 'tasks.close', idsOf(closing), async companyId => {
        while (
          (await inCompany(services, companyId, 'series', ctx => closeMissedOccurrences(ctx, companyId))) === rowsAtOnce
        );
      })
      await eachCompany(services, 'tasks.escalate', idsOf(overdue), async companyId => {
        const tell = () => inCompany(services, companyId, 'series', ctx => escalate(ctx, companyId, rowsAtOnce))
        while ((await tell()) === rowsAtOnce);
      })
    }
  },
}

const idsOf = (rows: { companyId: number }[]) => rows.map(({ companyId }) => companyId)

/** Works, then pauses for the same time, so that a long run leaves room for people. */
async function sharing<T>(work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  const done = await work()
  await delay(performance.now() - begun)
  return done
}

/** Closes missed occurrences; a series that counts from completion continues from them. */
async function closeMissedOccurrences(ctx: Context, companyId: number): Promise<number> {
  const { count, counting } = await closeMissed(ctx, companyId, rowsAtOnce)
  for (const occurrence of counting)
    await scheduleFromCompletion(ctx, { ...occurrence, companyId, countedFrom: 'completion' })
  return count
}

const hour = 3600_000
/** Milliseconds after the due time: first the assigner, then the managers. After a week nobody is told. */
const steps = [hour, 24 * hour]
const week = 7 * 24 * hour

const since = (now: Date, ms: number) => new Date(now.getTime() - ms)

/** Matches the rows to escalate at a moment. */
const isToTell = (now: Date) =>
  and(
    isOpenSentTask,
    gt(sentTasks.dueAt, since(now, week)),
    or(...steps.map((ms, step) => and(eq(sentTasks.escalated, step), lte(sentTasks.dueAt, since(now, ms))))),
  )

/** Escalates up to `most` rows of a company. Returns how many there were. */
async function escalate(ctx: Context, companyId: number, most: number): Promise<number> {
  const rows = await ctx.db
    .select({
      ...{ id: sentTasks.id, taskId: sentTasks.taskId, startsAt: sentTasks.startsAt, escalated: sentTasks.escalated },
      ...{
        title: tasks.title,
        titles: tasks.titles,
        priority: tasks.priority,
        createdBy: tasks.createdBy,
        archivedAt: tasks.archivedAt,
      },
      person: users.name,
      userId: sentTasks.userId,
    })
    .from(sentTasks)
    .innerJoin(tasks, and(eq(tasks.companyId, sentTasks.companyId), eq(tasks.id, sentTasks.taskId)))
    .innerJoin(users, eq(users.id, sentTasks.userId))
    .where(and(eq(sentTasks.companyId, companyId), isToTell(ctx.now)))
    .orderBy(asc(sentTasks.dueAt))
    .limit(most)
    .for('no key update', { of: sentTasks, skipLocked: true })
  if (rows.length === 0) return 0
  const managers = (await resolveAssignees(ctx.db, companyId, [{ role_id: roles.manager }])).map(({ userId }) => userId)
  for (const [, of] of Map.groupBy(rows, row => `${row.taskId} ${row.startsAt.getTime()} ${row.escalated}`)) {
    const [first] = of
    if (!first || first.archivedAt) continue
    const giver = managers.includes(first.createdBy) ? [first.createdBy] : managers
    const told = first.escalated === 0 ? giver : managers.filter(id => id !== first.createdBy)
    // Whose own task it is knows it.
    const others = told.filter(id => of.some(({ userId }) => userId !== id))
    const person = of.map(row => row.person).join(', ')
    await notify(ctx, taskOverdue, others, {
      ...{
        taskId: first.taskId,
        title: first.title,
        titles: first.titles,
        person,
        isUrgent: first.priority === 'urgent',
      },
    })
  }
  const isOverdue = (row: (typeof rows)[number]) => row.escalated === 0 && !row.archivedAt
  await publish(ctx, sentTasksOverdue, { companyId, ids: rows.filter(isOverdue).map(({ id }) => id) })
  const ids = rows.map(({ id }) => id)
  await ctx.db
    .update(sentTasks)
    .set({ escalated: sql`${sentTasks.escalated} + 1` })
    .where(inArray(sentTasks.id, ids))
  return rows.length
}

type Overdue = Titled & { taskId: number; person: string; isUrgent: boolean }

export const taskOverdue: Topic<Overdue> = {
  name: 'task.overdue',
  bell: ({ taskId, person, isUrgent, ...titled }) => ({
    values: { title: saidTitle(titled), person },
    href: `/company/tasks/assignments/${taskId}`,
    about: `task ${taskId}`,
    isUrgent,
  }),
}
