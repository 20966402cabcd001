import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  like,
  lte,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import type { Finding } from '#shared/findings/contract.ts'
import type { Severity } from '#shared/findings/rules.ts'
import { wire } from '#shared/lib/casing.ts'
import { stageOf } from '#shared/lib/findingStages.ts'
import { registry, type SubjectType } from '#shared/subjects/registry.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import { users } from '../accounts/table.ts'
import { animalGroups, animals } from '../animals/table.ts'
import { files } from '../files/table.ts'
import { forms } from '../forms/table.ts'
import { type Context, locksFor, permitted } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { holds, inIds, referenceCondition } from '../lib/db/searchIds.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { among, matching, orderBy, type PageRequest, pageOf, slice, totalOf } from '../lib/registers/listing.ts'
import { within } from '../locations/queries.ts'
import { subjectsOf } from '../subjects/queries.ts'
import { registers } from '../subjects/registers.ts'
import { lockOccurrencesOf } from '../tasks/occurrenceCommands.ts'
import { lastDoneOf } from '../tasks/sentTaskListQueries.ts'
import { isOpen, sentTasks, tasks } from '../tasks/table.ts'
import { rechecksOf } from './ports.ts'
import { findingSubjects, findings } from './table.ts'

/** Reads the tasks of failed answers: done when anybody did it, with a name where it is one person's. */
export async function tasksThatCameOf(
  db: Database,
  submission: { companyId: number; id: number },
): Promise<SubmissionDetail['tasks']> {
  const rows = await peopleWithTasks(db, submission)
  return [...Map.groupBy(rows, ({ taskId }) => taskId).values()].flatMap(people => {
    const [first] = people
    if (!first) return []
    return {
      task_id: first.taskId,
      question_id: first.questionId,
      title: first.title,
      titles: first.titles,
      assignee: people.length === 1 ? first.assignee : null,
      due_at: first.dueAt?.toISOString() ?? null,
      is_completed: people.some(({ completedAt }) => completedAt !== null),
      stage: stageOf(first),
      closed_how: first.closedHow,
    }
  })
}

/** A row for each task and person; one without a person for a task that nobody got. */
const peopleWithTasks = (db: Database, { companyId, id }: { companyId: number; id: number }) =>
  db
    .select({
      taskId: tasks.id,
      questionId: findings.questionId,
      title: tasks.title,
      titles: tasks.titles,
      assignee: users.name,
      dueAt: sentTasks.dueAt,
      completedAt: sentTasks.completedAt,
      ...{ closedAt: findings.closedAt, doneAt: findings.doneAt, closedHow: findings.closedHow },
    })
    .from(findings)
    .innerJoin(tasks, eq(tasks.id, findings.taskId))
    .leftJoin(sentTasks, and(eq(sentTasks.companyId, tasks.companyId), eq(sentTasks.taskId, tasks.id)))
    .leftJoin(users, eq(users.id, sentTasks.userId))
    .where(and(eq(findings.companyId, companyId), eq(findings.submissionId, id)))
    .orderBy(asc(findings.id), asc(sentTasks.id))

export type FindingRow = typeof findings.$inferSelect

type Filters = PageRequest & {
  state: 'open' | 'closed'
  search?: string | undefined
  sort?: string | undefined
  assigneeId?: number | undefined
  severity?: Severity | undefined
  submissionId?: number | undefined
  formId?: number | undefined
  animalId?: number | undefined
  groupId?: number | undefined
  locationId?: number | undefined
  vehicleId?: number | undefined
  /** For an export: the rows behind this one by their ids; nothing is counted then. */
  behind?: number | undefined
}

const closers = alias(users, 'closers')

/**
 * One page of the findings that the actor may read; the worst first of those that are open, of these the oldest. Those
 * of a location are those of its parts too.
 */
export async function listFindings(
  ctx: Context,
  { page, perPage, state, search, sort, assigneeId, behind, ...filters }: Filters,
) {
  const { animalId, groupId, locationId, vehicleId, ...columns } = filters
  const { companyId } = ctx.actor
  const where = and(
    companyId === null ? undefined : eq(findings.companyId, companyId),
    accessible(ctx.ability, 'read', 'Finding', findings),
    state === 'open' ? isNull(findings.closedAt) : isNotNull(findings.closedAt),
    matching(findings, columns),
    assigneeId === undefined ? undefined : hasOpenTaskOf(ctx.db, assigneeId),
    search ? or(holds(searchText, search), await aboutNamed(ctx.db, search)) : undefined,
    about(ctx.db, findingSubjects.animalId, animalId),
    about(ctx.db, findingSubjects.animalGroupId, groupId),
    locationId === undefined ? undefined : await inside(ctx.db, companyId, locationId),
    behind === undefined ? undefined : gt(findings.id, behind),
    about(ctx.db, findingSubjects.vehicleId, vehicleId),
    among(ctx, findings.id),
  )
  const order =
    behind !== undefined
      ? [asc(findings.id)]
      : sort
        ? orderBy(findings, sort, 'found_at')
        : state === 'open'
          ? [desc(findings.severity), asc(findings.foundAt), asc(findings.id)]
          : [desc(findings.closedAt), desc(findings.id)]
  const { limit, offset } = slice({ page, perPage })
  return pageOf(
    { page, perPage },
    {
      rows: selectFindings(ctx.db, where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset)
        .then(rows => presented(ctx, rows)),
      totals: behind === undefined ? totalOf(ctx.db, findings, where) : Promise.resolve([]),
      present: finding => finding,
    },
  )
}

/** What a finding is searched by, beside what it is about. */
const searchText = sql`fold(concat_ws(' ', ${findings.note},
  jsonb_path_query_array(${findings.question}, '$.*')::text, jsonb_path_query_array(${findings.answer}, '$.*')::text))`

/** Matches findings about something whose name or number holds the words. */
async function aboutNamed(db: Database, words: string): Promise<SQL | undefined> {
  const types = Object.keys(registry) as SubjectType[]
  const named = await Promise.all(
    types.map(async type => {
      const { id, searchText: text } = registers[type]
      return referenceCondition(db, type, words, findingSubjects[registry[type].column], {
        table: registers[type],
        id,
        text,
      })
    }),
  )
  const condition = or(...named)
  if (!condition) return undefined
  return inArray(findings.id, db.select({ id: findingSubjects.findingId }).from(findingSubjects).where(condition))
}

/** Matches findings whose task somebody has open. */
const hasOpenTaskOf = (db: Database, userId: number): SQL =>
  exists(
    db
      .select({ id: sentTasks.id })
      .from(sentTasks)
      .where(
        and(
          eq(sentTasks.companyId, findings.companyId),
          eq(sentTasks.taskId, findings.taskId),
          eq(sentTasks.userId, userId),
          isOpen(sentTasks),
          notExists(
            db
              .select({ id: tasks.id })
              .from(tasks)
              .where(and(eq(tasks.id, sentTasks.taskId), isNotNull(tasks.archivedAt))),
          ),
        ),
      ),
  )

function about(db: Database, column: AnyPgColumn, id: number | undefined): SQL | undefined {
  if (id === undefined) return undefined
  return inArray(findings.id, db.select({ id: findingSubjects.findingId }).from(findingSubjects).where(eq(column, id)))
}

/** Matches findings about a location or a part of it, or about a group or an animal that is in one of them now. */
async function inside(db: Database, companyId: number | null, locationId: number): Promise<SQL | undefined> {
  if (companyId === null) return about(db, findingSubjects.locationId, locationId)
  const places = await within(db, companyId, locationId)
  const { animalGroupId, animalId } = findingSubjects
  const groups = db.select({ id: animalGroups.id }).from(animalGroups).where(inIds(animalGroups.locationId, places))
  const housed = db
    .select({ id: animals.id })
    .from(animals)
    .where(or(inIds(animals.locationId, places), inArray(animals.animalGroupId, groups)))
  const isThere = or(
    inIds(findingSubjects.locationId, places),
    inArray(animalGroupId, groups),
    inArray(animalId, housed),
  )
  return inArray(findings.id, db.select({ id: findingSubjects.findingId }).from(findingSubjects).where(isThere))
}

const selectFindings = (db: Database, where: SQL | undefined) =>
  db
    .select({
      found: findings,
      formName: forms.name,
      userName: users.name,
      closedByName: closers.name,
      taskTitle: tasks.title,
      taskTitles: tasks.titles,
    })
    .from(findings)
    .innerJoin(forms, eq(forms.id, findings.formId))
    .leftJoin(users, eq(users.id, findings.userId))
    .leftJoin(closers, eq(closers.id, findings.closedBy))
    .leftJoin(tasks, eq(tasks.id, findings.taskId))
    .where(where)

type Listed = Awaited<ReturnType<typeof selectFindings>>

async function presented({ db, ability }: Context, rows: Listed): Promise<Finding[]> {
  const ids = rows.map(({ found }) => found.id)
  const found = rows.map(row => row.found)
  const taskIds = found.flatMap(({ taskId }) => taskId ?? [])
  const [subjects, photos, open, done, looks] = await Promise.all([
    subjectsOf(db, findingSubjects, findingSubjects.findingId, ids),
    photosOfAnswers(db, found),
    openTasksOf(db, taskIds, accessible(ability, 'read', 'SentTask', sentTasks)),
    lastDoneOf(db, taskIds),
    rechecksFor(db, found),
  ])
  return rows.map(({ found, ...names }) => ({
    ...wire({ ...found, ...names }),
    stage: stageOf(found),
    subjects: subjects.get(found.id) ?? [],
    photos: photos(found),
    open_task: (found.taskId !== null && open.get(found.taskId)) || null,
    done: (found.taskId !== null && done.get(found.taskId)) || null,
    recheck: looks(found),
  }))
}

/** Photos of one answer that a card shows. */
const maxPhotos = 4

/** Reads the photos of the answers that failed. */
async function photosOfAnswers(db: Database, rows: FindingRow[]): Promise<(finding: FindingRow) => Finding['photos']> {
  const [first] = rows
  if (!first) return () => []
  const found = await db
    .select({
      ...{ submissionId: files.submissionId, questionId: files.questionId },
      ...{ uuid: files.uuid, path: files.path, name: files.name },
    })
    .from(files)
    .where(
      and(
        eq(files.companyId, first.companyId),
        inArray(files.submissionId, [...new Set(rows.map(({ submissionId }) => submissionId))]),
        like(files.contentType, 'image/%'),
      ),
    )
    .orderBy(asc(files.id))
  return ({ submissionId, questionId, photoUuids }) =>
    found
      .filter(photo => photo.submissionId === submissionId)
      .filter(photo => photoUuids?.includes(photo.uuid) ?? photo.questionId === questionId)
      .slice(0, maxPhotos)
      .map(({ path, name }) => ({ path, name }))
}

/** People of a task who are named. */
const maxPeople = 20

/** Reads who has the tasks open, and until when; of the occurrences that are `mine` to read. */
async function openTasksOf(
  db: Database,
  taskIds: number[],
  mine: SQL | undefined,
): Promise<Map<number, NonNullable<Finding['open_task']>>> {
  if (taskIds.length === 0) return new Map()
  const ofTask = sql`partition by ${sentTasks.taskId}`
  const numbered = db
    .select({
      taskId: sentTasks.taskId,
      sentTaskId: sql<number>`${sentTasks.id}`.as('sent_task_id'),
      userId: sentTasks.userId,
      place: sql<number>`(row_number() over (${ofTask} order by ${sentTasks.dueAt}, ${sentTasks.id}))::int`.as('place'),
      count: sql<number>`(count(*) over (${ofTask}))::int`.as('count'),
      dueAt: sql<Date>`min(${sentTasks.dueAt}) over (${ofTask})`.mapWith(sentTasks.dueAt).as('first_due_at'),
      // None while somebody was never reminded.
      remindedAt: sql<Date | null>`case when count(${sentTasks.remindedAt}) over (${ofTask}) = count(*) over (${ofTask})
        then min(${sentTasks.remindedAt}) over (${ofTask}) end`
        .mapWith(sentTasks.remindedAt)
        .as('last_reminded_at'),
    })
    .from(sentTasks)
    .where(and(inArray(sentTasks.taskId, taskIds), isOpen(sentTasks), mine))
    .as('numbered')
  const rows = await db
    .select({
      taskId: numbered.taskId,
      sentTaskId: numbered.sentTaskId,
      userId: numbered.userId,
      userName: users.name,
      count: numbered.count,
      dueAt: numbered.dueAt,
      remindedAt: numbered.remindedAt,
    })
    .from(numbered)
    .innerJoin(users, eq(users.id, numbered.userId))
    .innerJoin(tasks, and(eq(tasks.id, numbered.taskId), isNull(tasks.archivedAt)))
    .where(lte(numbered.place, maxPeople))
    .orderBy(asc(numbered.place))
  const open = new Map<number, NonNullable<Finding['open_task']>>()
  for (const { taskId, sentTaskId, userId, userName, count, dueAt, remindedAt } of rows) {
    const task = open.get(taskId) ?? {
      due_at: dueAt.toISOString(),
      people: [],
      people_count: count,
      reminded_at: remindedAt?.toISOString() ?? null,
    }
    task.people.push({ sent_task_id: sentTaskId, user_id: userId, user_name: userName })
    open.set(taskId, task)
  }
  return open
}

/** Reads the latest re-check of each finding. */
async function rechecksFor(db: Database, rows: FindingRow[]): Promise<(finding: FindingRow) => Finding['recheck']> {
  const [first] = rows
  if (!first) return () => null
  const submissionIds = [...new Set(rows.map(({ submissionId }) => submissionId))]
  const looks = await rechecksOf.queryOne(db, { companyId: first.companyId, submissionIds })
  return ({ submissionId, questionId, closedHow }) => {
    const last = looks.findLast(look => look.submissionId === submissionId && look.questionId === questionId)
    if (!last) return null
    const { id, completedAt, userName } = last
    const state = completedAt === null ? 'waiting' : closedHow === 'recheck' ? 'passed' : 'failed'
    return { submission_id: id, state, by: userName, at: completedAt?.toISOString() ?? null }
  }
}

/** A finding in wire form. */
export async function presentFinding(ctx: Context, { id }: { id: number }): Promise<Finding> {
  const [finding] = await presented(ctx, await selectFindings(ctx.db, eq(findings.id, id)))
  if (!finding) throw new Error(`Finding ${id} is gone.`)
  return finding
}

/** Returns the finding if the actor may do this, locked for a change. Throws `not_found` or `forbidden`. */
export async function accessFinding(ctx: Context, id: number, action: string): Promise<FindingRow> {
  const query = ctx.db.select().from(findings).where(eq(findings.id, id))
  const isChange = locksFor(ctx, action)
  if (isChange) await lockTasksOf(ctx, eq(findings.id, id))
  const [found] = await (isChange ? query.for('no key update') : query)
  return permitted(ctx, action, 'Finding', found)
}

/** Locks the occurrences of findings before the findings, in the order of a completion. */
export async function lockTasksOf(ctx: Context, where: SQL | undefined): Promise<void> {
  const rows = await ctx.db
    .select({ companyId: findings.companyId, taskId: findings.taskId })
    .from(findings)
    .where(and(where, isNotNull(findings.taskId)))
  const [first] = rows
  if (first)
    await lockOccurrencesOf(
      ctx,
      first.companyId,
      rows.flatMap(({ taskId }) => taskId ?? []),
    )
}
