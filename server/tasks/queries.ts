/** Reads tasks as managers give them; the rows of each person are in sentTaskQueries.ts. */
import { and, asc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { wire } from '#shared/lib/casing.ts'
import { users } from '../accounts/table.ts'
import { forms } from '../forms/table.ts'
import { guides } from '../guides/table.ts'
import { type Context, locksFor } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { inPreparedIds, preparedOn } from '../lib/db/prepared.ts'
import { searchCondition } from '../lib/db/searchIds.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { among, archivedOrNot, matching, orderBy, pageOf, slice, totalOf } from '../lib/registers/listing.ts'
import { accessRow } from '../lib/registers/register.ts'
import { locations } from '../locations/table.ts'
import { subjectsOf } from '../subjects/queries.ts'
import { assigneeOf } from './assignees.ts'
import { originsOf } from './ports.ts'
import { type TaskRow, taskAssignees, taskSubjects, tasks } from './table.ts'

type TaskQuery = {
  page: number
  perPage: number
  archived: boolean
  search?: string | undefined
  sort?: string | undefined
  formId?: number | undefined
}

/**
 * Returns the task if the actor may do this, locked where a call changes it: the next occurrence is planned from its
 * row. Throws `not_found` or `forbidden`.
 */
export async function accessTask(ctx: Context, id: number, action: string): Promise<TaskRow> {
  if (locksFor(ctx, action))
    await ctx.db.select({ id: tasks.id }).from(tasks).where(eq(tasks.id, id)).for('no key update')
  return accessRow(ctx, tasks, 'Task', id, action)
}

const { searchText, ...columns } = getTableColumns(tasks)

const selectTasks = (db: Database) =>
  db
    .select({
      ...columns,
      formName: forms.name,
      guideTitle: guides.title,
    })
    .from(tasks)
    .leftJoin(forms, ofForm)
    .leftJoin(guides, ofGuide)

/** Finds a task that is not archived. */
export async function findActiveTask(
  db: Database,
  { companyId, taskId }: { companyId: number; taskId: number },
): Promise<TaskRow | undefined> {
  const isIt = and(eq(tasks.companyId, companyId), eq(tasks.id, taskId), isNull(tasks.archivedAt))
  const [task] = await db.select().from(tasks).where(isIt)
  return task
}

/** What a caller knows of a task, so that it is not read. */
type KnownDetails = { hasSubjects?: boolean; hasOrigin?: boolean }

/** Reads a task with everything that its wire form names. */
export async function findTask(db: Database, id: number, known?: KnownDetails) {
  const [[task], detailed] = await Promise.all([
    preparedOn(db, 'task by id', prepareTask).execute({ id }),
    detailsOf(db, [id], known),
  ])
  if (!task) throw new Error(`The task ${id} is gone.`)
  return detailed(task)
}

const prepareTask = (db: Database, name: string) =>
  selectTasks(db)
    .where(eq(tasks.id, sql.placeholder('id')))
    .prepare(name)

export async function listTasks(ctx: Context, { page, perPage, archived, search, sort, ...filters }: TaskQuery) {
  const where = and(
    accessible(ctx.ability, 'read', 'Task', tasks),
    archivedOrNot(tasks, archived),
    (await searchCondition(ctx.db, 'task', search, { id: tasks.id, text: tasks.searchText })).where,
    matching(tasks, filters),
    among(ctx, tasks.id),
  )
  const { limit, offset } = slice({ page, perPage })
  const found = selectTasks(ctx.db)
    .where(where)
    .orderBy(...orderBy(tasks, sort, '-created_at', ctx.locale))
    .limit(limit)
    .offset(offset)
  return pageOf(
    { page, perPage },
    {
      rows: found.then(async rows => {
        const detailed = await detailsOf(
          ctx.db,
          rows.map(({ id }) => id),
        )
        return rows.map(detailed)
      }),
      totals: totalOf(ctx.db, tasks, where),
      present: presentTask,
    },
  )
}

/** Reads the details of tasks; the result adds them to a row. */
async function detailsOf(db: Database, ids: number[], { hasSubjects = true, hasOrigin = true }: KnownDetails = {}) {
  const [assignees, subjects, origins] = await Promise.all([
    assigneesOf(db, ids),
    subjectsOf(db, taskSubjects, taskSubjects.taskId, hasSubjects ? ids : []),
    originsOf.queryOne(db, hasOrigin ? ids : []),
  ])
  return <Task extends { id: number }>(task: Task) => ({
    ...task,
    originSubmissionId: origins.get(task.id)?.submissionId ?? null,
    originQuestionId: origins.get(task.id)?.questionId ?? null,
    assignees: assignees.filter(({ taskId }) => taskId === task.id).map(({ assignee }) => assignee),
    subjects: subjects.get(task.id) ?? [],
  })
}

async function assigneesOf(db: Database, taskIds: number[]) {
  if (taskIds.length === 0) return []
  const rows = await preparedOn(db, 'assignees of tasks', prepareAssignees).execute({ ids: taskIds })
  return rows.map(({ name, ...row }) => {
    const assignee = assigneeOf(row)
    return { taskId: row.taskId, assignee: 'role_id' in assignee ? assignee : { ...assignee, name: name ?? '' } }
  })
}

const prepareAssignees = (db: Database, name: string) =>
  db
    .select({ ...getTableColumns(taskAssignees), name: sql<string | null>`coalesce(${users.name}, ${locations.name})` })
    .from(taskAssignees)
    .leftJoin(users, eq(users.id, taskAssignees.userId))
    .leftJoin(
      locations,
      and(eq(locations.companyId, taskAssignees.companyId), eq(locations.id, taskAssignees.locationId)),
    )
    .where(inPreparedIds(taskAssignees.taskId))
    .orderBy(asc(taskAssignees.id))
    .prepare(name)

export const ofForm = eq(forms.id, tasks.formId)

/** The guide of a task, if it can be read. */
export const ofGuide = and(eq(guides.id, tasks.guideId), eq(guides.status, 'published'), isNull(guides.archivedAt))

/** Presents a task. */
export const presentTask = <Task extends { exceptions: Date[] }>(task: Task) => ({
  ...wire(task),
  exceptions: task.exceptions.map(moment => moment.toISOString()),
})
