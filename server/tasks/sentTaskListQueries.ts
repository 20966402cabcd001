/** Lists and counts people's occurrences of tasks; one of them is read in sentTaskQueries.ts. */
import { and, count, desc, eq, gt, inArray, isNotNull, isNull, lt, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { SentTaskState } from '#shared/tasks/rules.ts'
import { ofPeopleNamed } from '../accounts/queries.ts'
import { users } from '../accounts/table.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { inIds, referenceCondition } from '../lib/db/searchIds.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { among, matching, orderBy, pageOf, slice, totalOf } from '../lib/registers/listing.ts'
import { type SubjectColumnName, subjectColumnNames } from '../subjects/registers.ts'
import {
  doers,
  isOpenSentTask,
  type ProofPhoto,
  presentSentTask,
  proofPhotosOf,
  selectSentTasks,
  withDetails,
} from './sentTaskQueries.ts'
import { sentTasks, taskSubjects, tasks } from './table.ts'

type SentTaskQuery = {
  page: number
  perPage: number
  search?: string | undefined
  sort?: string | undefined
  state?: SentTaskState | undefined
  /** Those that begin before this moment. */
  startsBefore?: Date | undefined
  animalId?: number | undefined
  groupId?: number | undefined
  locationId?: number | undefined
  vehicleId?: number | undefined
}

/** Matches what `notWithdrawn` does in a query of occurrences alone, by which lists page and count. */
const notWithdrawnAlone = (db: Database) =>
  or(
    isNotNull(sentTasks.completedAt),
    isNotNull(sentTasks.skippedAt),
    isNotNull(sentTasks.missedAt),
    notExists(
      db
        .select({ id: tasks.id })
        .from(tasks)
        .where(and(eq(tasks.id, sentTasks.taskId), isNotNull(tasks.archivedAt))),
    ),
  )

/** Lists a page of the actor's own occurrences. */
export const listOwnSentTasks = async (ctx: Context, query: SentTaskQuery) =>
  listSentTasks(ctx, query, [eq(sentTasks.userId, ctx.actor.id), await ofTasksNamed(ctx.db, query.search)])

/** Lists a page of everybody's occurrences in a company, or of one person's. */
export async function listCompanySentTasks(
  ctx: Context,
  companyId: number,
  userId: number | undefined,
  query: SentTaskQuery,
) {
  const [ofTasks, ofPeople] = await Promise.all([
    ofTasksNamed(ctx.db, query.search),
    ofPeopleNamed(ctx.db, sentTasks.userId, query.search),
  ])
  return listSentTasks(ctx, query, [
    eq(sentTasks.companyId, companyId),
    matching(sentTasks, { userId }),
    or(ofTasks, ofPeople),
  ])
}

/** Matches tasks by the words of their title, in any language, or description. */
const ofTasksNamed = (db: Database, words: string | undefined) =>
  referenceCondition(db, 'task', words, sentTasks.taskId, { table: tasks, id: tasks.id, text: tasks.searchText })

/** Matches the occurrences of a company in a state, as its list counts them. */
export const companySentTasks = (ctx: Context, companyId: number, state: SentTaskState) =>
  and(eq(sentTasks.companyId, companyId), listed(ctx, state))

/** Matches the occurrences that lists show. */
const listed = (ctx: Context, state: SentTaskState | undefined) =>
  and(
    accessible(ctx.ability, 'read', 'SentTask', sentTasks),
    notWithdrawnAlone(ctx.db),
    state && inState(state, ctx.now),
  )

/** What names an occurrence, by its id. Its other parts are not read: each asks again who may see it. */
export async function namesOfSentTasks(db: Database, ids: number[]) {
  const { id, dueAt } = sentTasks
  const { title, titles } = tasks
  const rows =
    ids.length > 0
      ? await db
          .select({ sent: { id, title, titles, dueAt }, userName: users.name })
          .from(sentTasks)
          .innerJoin(tasks, eq(tasks.id, sentTasks.taskId))
          .innerJoin(users, eq(users.id, sentTasks.userId))
          .where(inArray(id, ids))
      : []
  return new Map(rows.map(row => [row.sent.id, row]))
}

async function listSentTasks(ctx: Context, query: SentTaskQuery, narrowing: (SQL | undefined)[]) {
  const where = and(
    listed(ctx, query.state),
    query.startsBefore && lt(sentTasks.startsAt, query.startsBefore),
    await about(ctx.db, 'animalId', query.animalId),
    await about(ctx.db, 'animalGroupId', query.groupId),
    await about(ctx.db, 'locationId', query.locationId),
    await about(ctx.db, 'vehicleId', query.vehicleId),
    ...narrowing,
    among(ctx, sentTasks.id),
  )
  const { limit, offset } = slice(query)
  const order = orderBy(sentTasks, query.sort, 'due_at')
  // The page comes first, of occurrences alone: names are looked up for its rows only, however many the list has.
  const ofPage = ctx.db
    .select({ id: sentTasks.id })
    .from(sentTasks)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  const found = selectSentTasks(ctx.db)
    .where(inArray(sentTasks.id, ofPage))
    .orderBy(...order)
  return pageOf(query, {
    rows: found.then(rows => withDetails(ctx.db, rows)),
    totals: () => totalOf(ctx.db, sentTasks, where),
    present: presentSentTask,
  })
}

/**
 * Matches occurrences about a subject: their own, or that of their task. The tasks are read first, because a subquery
 * beside OR is evaluated per row.
 */
async function about(db: Database, pointer: SubjectColumnName, id: number | undefined): Promise<SQL | undefined> {
  if (id === undefined) return undefined
  const own = eq(sentTasks[pointer], id)
  const ofTask = await db.select({ id: taskSubjects.taskId }).from(taskSubjects).where(eq(taskSubjects[pointer], id))
  if (ofTask.length === 0) return own
  const none = and(...subjectColumnNames.map(name => isNull(sentTasks[name])))
  const ids = ofTask.map(task => task.id)
  return or(own, and(none, inIds(sentTasks.taskId, ids)))
}

function inState(state: SentTaskState, now: Date): SQL | undefined {
  switch (state) {
    case 'open':
      return isOpenSentTask
    case 'overdue':
      return and(isOpenSentTask, lt(sentTasks.dueAt, now))
    case 'coming':
      return and(isOpenSentTask, gt(sentTasks.startsAt, now))
    case 'done':
      return isNotNull(sentTasks.completedAt)
    case 'skipped':
      return isNotNull(sentTasks.skippedAt)
    case 'missed':
      return isNotNull(sentTasks.missedAt)
  }
}

/** Counts the open occurrences that a person has not seen. */
export async function countNewSentTasks(db: Database, companyId: number, userId: number): Promise<number> {
  const [found] = await db
    .select({ total: count() })
    .from(sentTasks)
    .innerJoin(tasks, and(eq(tasks.id, sentTasks.taskId), isNull(tasks.archivedAt)))
    .where(
      and(eq(sentTasks.companyId, companyId), eq(sentTasks.userId, userId), isNull(sentTasks.seenAt), isOpenSentTask),
    )
  return found?.total ?? 0
}

type DoneOnce = { at: string; by: string | null; note: string | null; photos: ProofPhoto[] }

/** Reads who last completed tasks, when, and with what proof. */
export async function lastDoneOf(db: Database, taskIds: number[]) {
  if (taskIds.length === 0) return new Map<number, DoneOnce & { byId: number | null }>()
  const last = await db
    .selectDistinctOn([sentTasks.taskId], {
      ...{ id: sentTasks.id, taskId: sentTasks.taskId, note: sentTasks.note, at: sentTasks.completedAt },
      byId: sentTasks.completedBy,
      by: sql<string | null>`coalesce(${doers.name}, ${sentTasks.completedOutside})`,
    })
    .from(sentTasks)
    .leftJoin(doers, eq(doers.id, sentTasks.completedBy))
    .where(and(inArray(sentTasks.taskId, taskIds), isNotNull(sentTasks.completedAt), isNull(sentTasks.completedVia)))
    .orderBy(sentTasks.taskId, desc(sentTasks.completedAt), desc(sentTasks.id))
  const photos = await proofPhotosOf(
    db,
    last.map(({ id }) => id),
  )
  return new Map(
    last.map(({ id, taskId, note, at, by, byId }) => [
      taskId,
      { at: at?.toISOString() ?? '', by, byId, note, photos: photos.get(id) ?? [] },
    ]),
  )
}
