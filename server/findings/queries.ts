import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import type { Finding } from '#shared/findings/contract.ts'
import type { Severity } from '#shared/findings/rules.ts'
import { wire } from '#shared/lib/casing.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import { users } from '../accounts/table.ts'
import { forms } from '../forms/table.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { accessible, locksFor, permitted } from '../lib/registers/accessible.ts'
import { matching, type PageRequest, pageOf, slice, totalOf } from '../lib/registers/listing.ts'
import { subjectsOf } from '../subjects/queries.ts'
import { lastDoneOf } from '../tasks/sentTaskListQueries.ts'
import { sentTasks, tasks } from '../tasks/table.ts'
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
  severity?: Severity | undefined
  submissionId?: number | undefined
  formId?: number | undefined
  animalId?: number | undefined
  groupId?: number | undefined
  locationId?: number | undefined
  vehicleId?: number | undefined
}

const closers = alias(users, 'closers')

/** One page of the findings that the actor may read; the worst first of those that are open, of these the oldest. */
export async function listFindings(ctx: Context, { page, perPage, state, ...filters }: Filters) {
  const { animalId, groupId, locationId, vehicleId, ...columns } = filters
  const { companyId } = ctx.actor
  const where = and(
    companyId === null ? undefined : eq(findings.companyId, companyId),
    accessible(ctx.ability, 'read', 'Finding', findings),
    state === 'open' ? isNull(findings.closedAt) : isNotNull(findings.closedAt),
    matching(findings, columns),
    about(ctx.db, findingSubjects.animalId, animalId),
    about(ctx.db, findingSubjects.animalGroupId, groupId),
    about(ctx.db, findingSubjects.locationId, locationId),
    about(ctx.db, findingSubjects.vehicleId, vehicleId),
  )
  const order =
    state === 'open'
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
        .then(rows => presented(ctx.db, rows)),
      totals: totalOf(ctx.db, findings, where),
      present: finding => finding,
    },
  )
}

function about(db: Database, column: AnyPgColumn, id: number | undefined): SQL | undefined {
  if (id === undefined) return undefined
  return inArray(findings.id, db.select({ id: findingSubjects.findingId }).from(findingSubjects).where(eq(column, id)))
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

async function presented(db: Database, rows: Listed): Promise<Finding[]> {
  const ids = rows.map(({ found }) => found.id)
  const found = rows.map(row => row.found)
  const [subjects, done, looks] = await Promise.all([
    subjectsOf(db, findingSubjects, findingSubjects.findingId, ids),
    lastDoneOf(
      db,
      found.flatMap(({ taskId }) => taskId ?? []),
    ),
    rechecksFor(db, found),
  ])
  return rows.map(({ found, ...names }) => ({
    ...wire({ ...found, ...names }),
    subjects: subjects.get(found.id) ?? [],
    done: (found.taskId !== null && done.get(found.taskId)) || null,
    recheck: looks(found),
  }))
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
export async function presentFinding(db: Database, { id }: { id: number }): Promise<Finding> {
  const [finding] = await presented(db, await selectFindings(db, eq(findings.id, id)))
  if (!finding) throw new Error(`Finding ${id} is gone.`)
  return finding
}

/** Returns the finding if the actor may do this, locked for a change. Throws `not_found` or `forbidden`. */
export async function accessFinding(ctx: Context, id: number, action: string): Promise<FindingRow> {
  const query = ctx.db.select().from(findings).where(eq(findings.id, id))
  const [found] = await (locksFor(ctx, action) ? query.for('no key update') : query)
  return permitted(ctx, action, 'Finding', found)
}
