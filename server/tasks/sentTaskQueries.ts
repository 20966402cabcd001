/** Reads the occurrences that people have; the tasks they come from are in queries.ts. */
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { Problem } from '#shared/lib/problem.ts'
import type { SentTaskState } from '#shared/tasks/rules.ts'
import { ofPeopleNamed } from '../accounts/queries.ts'
import { users } from '../accounts/table.ts'
import { forms } from '../forms/table.ts'
import { guides } from '../guides/table.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { amongIds, preparedOn } from '../lib/db/prepared.ts'
import { among, pointingAtNamed } from '../lib/db/searchIds.ts'
import { accessible, locksFor, permitted } from '../lib/registers/accessible.ts'
import { matching, orderBy, pageOf, slice, totalOf } from '../lib/registers/listing.ts'
import { type SubjectColumnName, subjectColumnNames } from '../subjects/registers.ts'
import { type ProofPhoto, presentSentTask, proofPhotosOf, type SentTaskDetails, withDetails } from './present.ts'
import { ofForm, ofGuide } from './queries.ts'
import { isOpen as isOpenRow, sentTasks, taskSubjects, tasks } from './table.ts'

export { presentSentTask } from './present.ts'

export type FoundSentTask = Awaited<ReturnType<typeof findSentTasks>>[number]
/** The row alone, with what its task says. */
type SelectedSentTask = Awaited<ReturnType<typeof selectSentTasks>>[number]

type SentTaskQuery = {
  page: number
  perPage: number
  search?: string | undefined
  sort?: string | undefined
  state?: SentTaskState | undefined
  animalId?: number | undefined
  groupId?: number | undefined
  locationId?: number | undefined
  vehicleId?: number | undefined
}

/** The people who completed occurrences. */
const doers = alias(users, 'doers')

/** Whether the task is about something: otherwise its subjects are not read. */
const hasSubjects = sql<boolean>`exists (select from task_subjects about
  where about.company_id = ${sentTasks.companyId} and about.task_id = ${sentTasks.taskId})`
/** Whether somebody is asked if this helped, or is asked here: otherwise neither is read. */
const hasChecks = sql<boolean>`(exists (select from effect_checks looked
  where looked.company_id = ${sentTasks.companyId}
    and looked.sent_task_id = coalesce(${sentTasks.completedVia}, ${sentTasks.id}))
  or exists (select from effect_checks looking where looking.company_id = ${sentTasks.companyId}
    and looking.task_id = ${sentTasks.taskId}))`

const selectSentTasks = (db: Database) =>
  db
    .select({
      ...getTableColumns(sentTasks),
      userName: users.name,
      title: tasks.title,
      titles: tasks.titles,
      description: tasks.description,
      priority: tasks.priority,
      kind: tasks.kind,
      proof: tasks.proof,
      recurrence: tasks.recurrence,
      doneBy: tasks.doneBy,
      countedFrom: tasks.countedFrom,
      rootCause: tasks.rootCause,
      rootCauseWords: tasks.rootCauseWords,
      control: tasks.control,
      verifyAfterDays: tasks.verifyAfterDays,
      revision: tasks.revision,
      completedByName: doers.name,
      formId: tasks.formId,
      formName: forms.name,
      guideId: tasks.guideId,
      guideTitle: guides.title,
      hasSubjects,
      hasChecks,
    })
    .from(sentTasks)
    .innerJoin(tasks, eq(tasks.id, sentTasks.taskId))
    .innerJoin(users, eq(users.id, sentTasks.userId))
    .leftJoin(doers, eq(doers.id, sentTasks.completedBy))
    .leftJoin(forms, ofForm)
    .leftJoin(guides, ofGuide)

/** Matches rows that are not withdrawn: open rows of archived tasks are. */
export const notWithdrawn = or(
  isNull(tasks.archivedAt),
  isNotNull(sentTasks.completedAt),
  isNotNull(sentTasks.skippedAt),
  isNotNull(sentTasks.missedAt),
)

export const isOpenOccurrence = isOpenRow(sentTasks)

/** Whether a row is completed, skipped or missed. */
export const hasEnded = (
  sent: Pick<typeof sentTasks.$inferSelect, 'completedAt' | 'skippedAt' | 'missedAt'>,
): boolean => (sent.completedAt ?? sent.skippedAt ?? sent.missedAt) !== null

/** The same for a query of occurrences alone, by which lists page and count. */
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

/** Reads occurrences with all details, withdrawn ones included. */
export async function findSentTasks(db: Database, where: SQL | undefined, known?: SentTaskDetails) {
  return withDetails(db, await selectSentTasks(db).where(where).orderBy(asc(sentTasks.id)), known)
}

/** The same by ids, for rows that were just inserted. */
export async function findMadeSentTasks(db: Database, ids: number[], known: SentTaskDetails) {
  return withDetails(db, await preparedOn(db, 'occurrences by id', prepareSentTasks).execute({ ids }), known)
}

const prepareSentTasks = (db: Database, name: string) =>
  selectSentTasks(db).where(amongIds(sentTasks.id)).orderBy(asc(sentTasks.id)).prepare(name)

/** The same for a task that was just created. */
export async function findSentTasksOfNew(db: Database, taskId: number, known: SentTaskDetails) {
  return withDetails(db, await preparedOn(db, 'occurrences of a new task', prepareOfNew).execute({ taskId }), known)
}

const prepareOfNew = (db: Database, name: string) =>
  selectSentTasks(db)
    .where(eq(sentTasks.taskId, sql.placeholder('taskId')))
    .orderBy(asc(sentTasks.id))
    .prepare(name)

/** Locks occurrences until the transaction ends. */
export async function lockSentTasks(db: Database, where: SQL | undefined): Promise<FoundSentTask[]> {
  return withDetails(db, await selectSentTasks(db).where(where).for('no key update', { of: sentTasks }))
}

/** A locked occurrence, with the rows of its other people where one of them is enough. */
export type LockedSentTask = FoundSentTask & { colleagues: FoundSentTask[] }

/**
 * Locks an occurrence until the transaction ends, with the rows of all its people where one is enough, in one order,
 * so that one of many at once wins. `check` may refuse before the details are read.
 */
export async function lockSentTask(
  db: Database,
  id: number,
  { where, check }: { where?: SQL | undefined; check?: (sent: SelectedSentTask | undefined) => void } = {},
): Promise<LockedSentTask | undefined> {
  const ofOccurrence = sql`${sentTasks.id} = any(array(
    select each.id from sent_tasks mine join tasks task on task.id = mine.task_id
    join sent_tasks each on each.company_id = mine.company_id and each.task_id = mine.task_id
      and each.starts_at = mine.starts_at
    where mine.id = ${id} and (each.id = mine.id or task.done_by = 'any_one')))`
  const rows = await selectSentTasks(db)
    .where(and(seriesIsLocked(id), ofOccurrence, where))
    .orderBy(asc(sentTasks.id))
    .for('no key update', { of: sentTasks })
  check?.(rows.find(row => row.id === id))
  // What somebody ended while this waited for the lock was read as it was before, but for the locked rows themselves.
  const isFresh = !rows.some(hasEnded)
  const ids = rows.map(row => row.id)
  const found = isFresh
    ? await withDetails(db, rows, { hasProof: false, isComplete: true })
    : await findSentTasks(db, inArray(sentTasks.id, ids))
  const sent = found.find(row => row.id === id)
  return sent && { ...sent, colleagues: found.filter(row => row.id !== id) }
}

/**
 * Locks the task of a series that is scheduled from completion, before its occurrences, as changes of a series do, so
 * that the two never wait for each other. It is a condition that is always true, to share the statement.
 */
const seriesIsLocked = (id: number) => sql`(select count(*) from (
  select from tasks series join sent_tasks mine on mine.company_id = series.company_id and mine.task_id = series.id
  where mine.id = ${id} and series.counted_from = 'completion' for no key update of series) locked) >= 0`

/**
 * Returns the occurrence if the actor may do this. Where the call writes, it is locked with its colleagues' rows, else
 * `colleagues` is empty. Throws `not_found` or `forbidden` before any detail is read.
 */
export async function accessSentTask(ctx: Context, id: number, action: string): Promise<LockedSentTask> {
  const check = (sent: SelectedSentTask | undefined) => permitted(ctx, action, 'SentTask', sent)
  if (locksFor(ctx, action)) return there(await lockSentTask(ctx.db, id, { where: notWithdrawn, check }))
  const rows = await selectSentTasks(ctx.db).where(and(eq(sentTasks.id, id), notWithdrawn))
  check(rows[0])
  const [sent] = await withDetails(ctx.db, rows)
  return there(sent && { ...sent, colleagues: [] })
}

const there = (sent: LockedSentTask | undefined): LockedSentTask => {
  if (!sent) throw new Problem('not_found')
  return sent
}

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
  pointingAtNamed(db, 'task', words, sentTasks.taskId, { table: tasks, id: tasks.id, text: tasks.searchText })

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

/** Occurrences by their ids, with everything that their wire form names. */
export async function findSentTasksById(db: Database, ids: number[]): Promise<Map<number, FoundSentTask>> {
  const rows = ids.length > 0 ? await findSentTasks(db, inArray(sentTasks.id, ids)) : []
  return new Map(rows.map(row => [row.id, row]))
}

async function listSentTasks(ctx: Context, query: SentTaskQuery, narrowing: (SQL | undefined)[]) {
  const where = and(
    listed(ctx, query.state),
    await about(ctx.db, 'animalId', query.animalId),
    await about(ctx.db, 'animalGroupId', query.groupId),
    await about(ctx.db, 'locationId', query.locationId),
    await about(ctx.db, 'vehicleId', query.vehicleId),
    ...narrowing,
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
    totals: totalOf(ctx.db, sentTasks, where),
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
  return or(own, and(none, among(sentTasks.taskId, ids)))
}

function inState(state: SentTaskState, now: Date): SQL | undefined {
  switch (state) {
    case 'open':
      return isOpenOccurrence
    case 'overdue':
      return and(isOpenOccurrence, lt(sentTasks.dueAt, now))
    case 'coming':
      return and(isOpenOccurrence, gt(sentTasks.startsAt, now))
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
      and(eq(sentTasks.companyId, companyId), eq(sentTasks.userId, userId), isNull(sentTasks.seenAt), isOpenOccurrence),
    )
  return found?.total ?? 0
}

/** Reads who last completed tasks, when, and with what proof. */
export async function lastDoneOf(db: Database, taskIds: number[]) {
  if (taskIds.length === 0)
    return new Map<number, { at: string; by: string | null; note: string | null; photos: ProofPhoto[] }>()
  const last = await db
    .selectDistinctOn([sentTasks.taskId], {
      ...{ id: sentTasks.id, taskId: sentTasks.taskId, note: sentTasks.note, at: sentTasks.completedAt },
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
    last.map(({ id, taskId, note, at, by }) => [
      taskId,
      { at: at?.toISOString() ?? '', by, note, photos: photos.get(id) ?? [] },
    ]),
  )
}
