/** Reads everything on Today; a part that the actor may not read is null and costs nothing. */
import { and, asc, count, min, notInArray, sql } from 'drizzle-orm'
import { wire } from '#shared/lib/casing.ts'
import { countedTotal, maxCounted } from '#shared/lib/paging.ts'
import { allows } from '#shared/lib/rules.ts'
import type { SentTaskState } from '#shared/tasks/rules.ts'
import { today as calls, type Today } from '#shared/today/contract.ts'
import { listFindings } from '../findings/queries.ts'
import type { Context } from '../lib/context.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { totalOf } from '../lib/registers/listing.ts'
import type { Module } from '../module.ts'
import { latestRated } from '../submissions/queries.ts'
import { companySentTasks, namesOfSentTasks } from '../tasks/sentTaskListQueries.ts'
import { sentTasks } from '../tasks/table.ts'
import { readOtherCompanies } from './otherCompanies.ts'

/** Rows of each part. */
const [maxPeople, maxFindings, maxRated] = [20, 5, 40]

async function readToday(ctx: Context): Promise<Today> {
  const { companyId } = ctx.actor
  if (companyId === null) return { tasks: null, findings: null, submissions: null }
  const found = allows(ctx.ability, 'read', 'Finding') ? await readFindings(ctx) : null
  const told = found?.data.flatMap(({ task_id }) => task_id ?? []) ?? []
  const [tasks, submissions] = await Promise.all([
    allows(ctx.ability, 'read', 'Task') ? readTasks(ctx, companyId, told) : null,
    allows(ctx.ability, 'read', 'Submission') ? latestRated(ctx, maxRated) : null,
  ])
  return { tasks, findings: found, submissions }
}

async function readFindings(ctx: Context): Promise<Today['findings']> {
  const { data, meta } = await listFindings(ctx, { page: 1, perPage: maxFindings, state: 'open' })
  return { data, ...countedTotal(meta.total_is_lower_bound ? maxCounted + 1 : meta.total) }
}

/** `told`: the tasks of the findings beside them. */
async function readTasks(ctx: Context, companyId: number, told: number[]): Promise<Today['tasks']> {
  const { db } = ctx
  const inState = (state: SentTaskState) => companySentTasks(ctx, companyId, state)
  const howMany = async (where = inState('open')) => countedTotal((await totalOf(db, sentTasks, where))[0]?.total ?? 0)
  const [open, overdue, done, skipped, late] = await Promise.all([
    howMany(),
    howMany(inState('overdue')),
    howMany(inState('done')),
    howMany(inState('skipped')),
    latePeople(ctx, companyId, told),
  ])
  const names = await namesOfSentTasks(
    db,
    late.map(({ oldest }) => oldest),
  )
  return {
    ...{ open, overdue, done, skipped },
    late_people: late.flatMap(({ userId, overdue: howLate, oldest }) => {
      const found = names.get(oldest)
      return found ? { user_id: userId, user_name: found.userName, overdue: howLate, oldest: wire(found.sent) } : []
    }),
    corrective: { data: [], total: 0 },
  }
}

/**
 * Who has overdue work, how much of it and the oldest, of as much as lists count. `told` are tasks that the findings
 * beside it tell of.
 */
function latePeople({ db, ...ctx }: Context, companyId: number, told: number[]) {
  const overdue = db
    .select({ id: sentTasks.id, userId: sentTasks.userId, dueAt: sentTasks.dueAt })
    .from(sentTasks)
    .where(
      and(
        companySentTasks({ db, ...ctx }, companyId, 'overdue'),
        told.length > 0 ? notInArray(sentTasks.taskId, told) : undefined,
      ),
    )
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

/** Reads what waits in the other companies: with no connection held, because each company is read on one of its own. */
export const getOthers: Handler<typeof calls.others> = (_, ctx) => readOtherCompanies(ctx)

export const todayModule: Module = { routes: routes(calls, { get: getToday, others: { prepare: getOthers } }) }
