/** Reading the occurrences that people get; the tasks that they come from are in series.ts. */
import { and, asc, eq, getTableColumns, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { SentTaskState } from '#shared/tasks/sentTaskStates.ts'
import { forms } from '../forms/table.ts'
import { accessible, permitted } from '../lib/accessible.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { contains, matching, orderBy, pageOf, slice, total } from '../lib/listing.ts'
import { subjectsOf } from '../subjects/queries.ts'
import { findings, submissions } from '../submissions/table.ts'
import { users } from '../users/table.ts'
import { presentSentTask } from './present.ts'
import { sentTasks, taskSubjects, tasks } from './table.ts'

export type FoundSentTask = Awaited<ReturnType<typeof findSentTasks>>[number]

type SentTaskQuery = {
  page: number
  perPage: number
  search?: string | undefined
  sort?: string | undefined
  state?: SentTaskState | undefined
}

/** The finding that opened a task, if one did. */
export const ofOrigin = and(eq(findings.companyId, tasks.companyId), eq(findings.taskId, tasks.id))
export const ofForm = eq(forms.id, tasks.formId)

/** The completed submission of an occurrence, or the draft that was begun last. */
const submissionOfOccurrence = sql<number | null>`(
  select ${submissions.id} from ${submissions}
  where ${submissions.companyId} = ${sentTasks.companyId} and ${submissions.taskSentId} = ${sentTasks.id}
    and ${submissions.userId} = ${sentTasks.userId} and ${submissions.archivedAt} is null
  order by ${submissions.completedAt}, ${submissions.id} desc limit 1
)`

const selectSentTasks = (db: Database) =>
  db
    .select({
      ...getTableColumns(sentTasks),
      userName: users.name,
      title: tasks.title,
      description: tasks.description,
      priority: tasks.priority,
      formId: tasks.formId,
      formName: forms.name,
      originSubmissionId: findings.submissionId,
      submissionId: submissionOfOccurrence,
    })
    .from(sentTasks)
    .innerJoin(tasks, eq(tasks.id, sentTasks.taskId))
    .innerJoin(users, eq(users.id, sentTasks.userId))
    .leftJoin(forms, ofForm)
    .leftJoin(findings, ofOrigin)

/** What is open of an archived task is withdrawn; what was done or skipped stays. */
const notWithdrawn = or(isNull(tasks.archivedAt), isNotNull(sentTasks.completedAt), isNotNull(sentTasks.skippedAt))
export const isOpen = and(isNull(sentTasks.completedAt), isNull(sentTasks.skippedAt))

/** Occurrences with everything that their wire form names; withdrawn ones among them. */
export async function findSentTasks(db: Database, where: SQL | undefined) {
  return withSubjects(db, await selectSentTasks(db).where(where).orderBy(asc(sentTasks.id)))
}

/** The same as they are when nobody else is changing them, and nobody else will until this transaction ends. */
export async function lockSentTasks(db: Database, where: SQL | undefined): Promise<FoundSentTask[]> {
  return withSubjects(db, await selectSentTasks(db).where(where).for('no key update', { of: sentTasks }))
}

/** The occurrence if the actor may do this with it; a Problem that does not tell which otherwise. To change it is to lock it. */
export async function accessSentTask(ctx: Context, id: number, action: string): Promise<FoundSentTask> {
  const find = action === 'read' ? findSentTasks : lockSentTasks
  const [sent] = await find(ctx.db, and(eq(sentTasks.id, id), notWithdrawn))
  return permitted(ctx, action, 'SentTask', sent)
}

/** One page of the actor's own occurrences. */
export const listOwnSentTasks = (ctx: Context, query: SentTaskQuery) =>
  listSentTasks(ctx, query, [
    eq(sentTasks.userId, ctx.actor.id),
    contains(query.search, tasks.title, tasks.description),
  ])

/** One page of everybody's occurrences in a company, or of one person's. */
export const listCompanySentTasks = (
  ctx: Context,
  companyId: number,
  userId: number | undefined,
  query: SentTaskQuery,
) =>
  listSentTasks(ctx, query, [
    eq(sentTasks.companyId, companyId),
    matching(sentTasks, { userId }),
    contains(query.search, tasks.title, tasks.description, users.name),
  ])

async function listSentTasks(ctx: Context, query: SentTaskQuery, narrowing: (SQL | undefined)[]) {
  const where = and(
    accessible(ctx.ability, 'read', 'SentTask', sentTasks),
    notWithdrawn,
    query.state && inState(query.state, ctx.now),
    ...narrowing,
  )
  const { limit, offset } = slice(query)
  const found = selectSentTasks(ctx.db)
    .where(where)
    .orderBy(...orderBy(sentTasks, query.sort, 'due_at'))
    .limit(limit)
    .offset(offset)
  return pageOf(query, {
    rows: found.then(rows => withSubjects(ctx.db, rows)),
    totals: ctx.db
      .select(total)
      .from(sentTasks)
      .innerJoin(tasks, eq(tasks.id, sentTasks.taskId))
      .leftJoin(users, eq(users.id, sentTasks.userId))
      .where(where),
    present: presentSentTask,
  })
}

function inState(state: SentTaskState, now: Date): SQL | undefined {
  switch (state) {
    case 'open':
      return isOpen
    case 'overdue':
      return and(isOpen, lt(sentTasks.dueAt, now))
    case 'done':
      return isNotNull(sentTasks.completedAt)
    case 'skipped':
      return isNotNull(sentTasks.skippedAt)
  }
}

/** How many open occurrences a person has not looked at yet. */
export async function countNewSentTasks(db: Database, companyId: number, userId: number): Promise<number> {
  const [found] = await db
    .select(total)
    .from(sentTasks)
    .innerJoin(tasks, and(eq(tasks.id, sentTasks.taskId), isNull(tasks.archivedAt)))
    .where(and(eq(sentTasks.companyId, companyId), eq(sentTasks.userId, userId), isNull(sentTasks.seenAt), isOpen))
  return found?.total ?? 0
}

async function withSubjects<Sent extends { taskId: number }>(db: Database, found: Sent[]) {
  const subjects = await subjectsOf(db, taskSubjects, taskSubjects.taskId, [
    ...new Set(found.map(({ taskId }) => taskId)),
  ])
  return found.map(sent => ({ ...sent, subjects: subjects.get(sent.taskId) ?? [] }))
}
