/** Reads everything on Today; a part that the actor may not read is null and costs nothing. */
import { and, asc, count, eq, isNull, min, notExists, sql } from 'drizzle-orm'
import { countedTotal, maxCounted } from '#shared/lib/paging.ts'
import { allows } from '#shared/lib/rules.ts'
import type { SentTaskState } from '#shared/tasks/rules.ts'
import { today as calls, type Today } from '#shared/today/contract.ts'
import { listFindings } from '../findings/queries.ts'
import { findings } from '../findings/table.ts'
import type { Context } from '../lib/context.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { totalOf } from '../lib/registers/listing.ts'
import type { Module } from '../module.ts'
import { latestRated } from '../submissions/queries.ts'
import { companySentTasks, findSentTasksById } from '../tasks/sentTaskListQueries.ts'
import { type FoundSentTask, presentSentTask } from '../tasks/sentTaskQueries.ts'
import { sentTasks } from '../tasks/table.ts'

/** Rows of each part. */
const [maxPeople, maxFindings, maxRated] = [20, 5, 40]

async function readToday(ctx: Context): Promise<Today> {
  const { companyId } = ctx.actor
  if (companyId === null) return { tasks: null, findings: null, submissions: null }
  const [tasks, found, submissions] = await Promise.all([
    allows(ctx.ability, 'read', 'Task') ? readTasks(ctx, companyId) : null,
    allows(ctx.ability, 'read', 'Finding') ? readFindings(ctx) : null,
    allows(ctx.ability, 'read', 'Submission') ? latestRated(ctx, maxRated) : null,
  ])
  return { tasks, findings: found, submissions }
}

async function readFindings(ctx: Context): Promise<Today['findings']> {
  const { data, meta } = await listFindings(ctx, { page: 1, perPage: maxFindings, state: 'open' })
  return { data, ...countedTotal(meta.total_is_lower_bound ? maxCounted + 1 : meta.total) }
}

async function readTasks(ctx: Context, companyId: number): Promise<Today['tasks']> {
  const { db } = ctx
  const inState = (state: SentTaskState) => companySentTasks(ctx, companyId, state)
  const howMany = async (where = inState('open')) => countedTotal((await totalOf(db, sentTasks, where))[0]?.total ?? 0)
  const [open, overdue, done, skipped, late] = await Promise.all([
    howMany(),
    howMany(inState('overdue')),
    howMany(inState('done')),
    howMany(inState('skipped')),
    latePeople(ctx, companyId),
  ])
  const rows = await findSentTasksById(
    db,
    late.map(({ oldest }) => oldest),
  )
  const shown = (id: number): FoundSentTask[] => {
    const row = rows.get(id)
    return row ? [row] : []
  }
  return {
    ...{ open, overdue, done, skipped },
    late_people: late.flatMap(({ userId, overdue: howLate, oldest }) =>
      shown(oldest).map(row => ({
        user_id: userId,
        user_name: row.userName,
        overdue: howLate,
        oldest: presentSentTask(row),
      })),
    ),
  }
}

/**
 * Who has overdue work, how much of it and the oldest, of as much as lists count. Work that an open finding of the
 * reader tells of is left to that.
 */
function latePeople({ db, ...ctx }: Context, companyId: number) {
  const told = db
    .select({ id: findings.id })
    .from(findings)
    .where(
      and(
        eq(findings.companyId, companyId),
        eq(findings.taskId, sentTasks.taskId),
        isNull(findings.closedAt),
        accessible(ctx.ability, 'read', 'Finding', findings),
      ),
    )
  const overdue = db
    .select({ id: sentTasks.id, userId: sentTasks.userId, dueAt: sentTasks.dueAt })
    .from(sentTasks)
    .where(and(companySentTasks({ db, ...ctx }, companyId, 'overdue'), notExists(told)))
    .orderBy(asc(sentTasks.dueAt), asc(sentTasks.id))
    .limit(maxCounted)
    .as('overdue')
  return db
    .select({
      userId: overdue.userId,
      overdue: count(),
      oldest: sql<number>`(array_agg(${overdue.id} order by ${overdue.dueAt}, ${overdue.id}))[1]`,
    })
    .from(overdue)
    .groupBy(overdue.userId)
    .orderBy(min(overdue.dueAt), asc(overdue.userId))
    .limit(maxPeople)
}

export const getToday: Handler<typeof calls.get> = (_, ctx) => readToday(ctx)

export const today: Module = { routes: routes(calls, { get: getToday }) }
