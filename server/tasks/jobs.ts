import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, isNotNull, lte, or, sql } from 'drizzle-orm'
import { ofLivingCompany } from '../companies/table.ts'
import type { Context } from '../lib/context.ts'
import { eachCompany, overlapping } from '../lib/jobs/eachCompany.ts'
import { comeAgain, eraseArchived, maxErased, nightly } from '../lib/jobs/erasing.ts'
import { inCompany } from '../lib/jobs/inCompany.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { scheduleFromCompletion } from './countingOn.ts'
import { escalate, isToTell } from './escalation.ts'
import { closeMissed, generateDue } from './making.ts'
import { isOpen } from './sentTaskQueries.ts'
import { sentTasks, taskAssignees, taskSubjects, tasks } from './table.ts'

/** A task that nobody completed or skipped, or began to fill in: that points at the occurrence. What was done stays on record. */
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
    await comeAgain(db, services, 'tasks.erase-archived', length === maxErased)
  },
}

/** Series of one transaction, worked out in one go: few enough that people do not wait behind them. */
const seriesAtOnce = 20
const rowsAtOnce = 1000

/**
 * Each minute: the occurrences that are due to be made, and those that can no longer be done, company by company. Two nodes that do it at
 * once leave each other's series alone.
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
      .where(and(lte(sentTasks.lateUntil, now), isOpen, ofLivingCompany(sentTasks.companyId)))
    const overdue = await db
      .selectDistinct({ companyId: sentTasks.companyId })
      .from(sentTasks)
      .where(and(isToTell(now), ofLivingCompany(sentTasks.companyId)))
    // After the commit, so that no connection of the queue is held meanwhile.
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

/** Does a piece of work and rests as long as that took: what the night has to do is no reason for people to wait. */
async function sharing<T>(work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  const done = await work()
  await delay(performance.now() - begun)
  return done
}

/** What is missed has ended too: a series that counts from it goes on. */
async function closeMissedOccurrences(ctx: Context, companyId: number): Promise<number> {
  const { count, counting } = await closeMissed(ctx, companyId, rowsAtOnce)
  for (const occurrence of counting)
    await scheduleFromCompletion(ctx, { ...occurrence, companyId, countedFrom: 'completion' })
  return count
}
