/**
 * The calendar: what people have, as it was made for them, and what is to come, worked out from the rules. An occurrence stands in it once,
 * however many people have it.
 */
import { and, asc, eq, gte, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { registry, type SubjectType } from '#shared/subjects/registry.ts'
import { type CalendarEntry, mostCalendarDays, mostCalendarEntries } from '#shared/tasks/calendar.ts'
import { findCompany } from '../companies/queries.ts'
import type { Context } from '../lib/context.ts'
import { permitted } from '../lib/registers/accessible.ts'
import { matching } from '../lib/registers/listing.ts'
import { subjectsOf } from '../subjects/queries.ts'
import { pointersOf } from '../subjects/registers.ts'
import { occurrenceRow, partsOf, peopleOf, repeats, type Series } from './making.ts'
import { occurrenceAt } from './occurrences.ts'
import { occurrencesBetween } from './recurrence.ts'
import { sentTasks, taskSubjects, tasks } from './table.ts'

type Range = {
  companyId: number
  startDate: string
  endDate: string
  userId?: number | undefined
  subjectType?: SubjectType | undefined
  subjectId?: number | undefined
  kind?: string | undefined
}

type Subject = CalendarEntry['subjects'][number]
type Days = { from: Date; to: Date }

/** What the caller has and will have. */
export async function ownCalendar(ctx: Context, range: Range): Promise<CalendarEntry[]> {
  if (range.companyId !== ctx.actor.companyId) throw new Problem('not_found')
  return entries(ctx, { ...range, userId: ctx.actor.id })
}

/** What everybody of a company has and will have. */
export async function companyCalendar(ctx: Context, range: Range): Promise<CalendarEntry[]> {
  permitted(ctx, 'read', 'Company', await findCompany(ctx.db, range.companyId))
  return entries(ctx, range)
}

async function entries(ctx: Context, range: Range): Promise<CalendarEntry[]> {
  const days = await daysOf(ctx, range)
  const [made, coming] = [await madeEntries(ctx, range, days), await comingEntries(ctx, range, days)]
  return [...made, ...coming].sort((a, b) => (a.starts_at < b.starts_at ? -1 : 1)).slice(0, mostCalendarEntries)
}

/** The days as moments, by the company's clock. */
async function daysOf(ctx: Context, { companyId, startDate, endDate }: Range): Promise<Days> {
  const days = (Date.parse(endDate) - Date.parse(startDate)) / 86_400_000
  if (days < 0) throw invalidField('end_date', 'too_small', { minimum: startDate })
  if (days >= mostCalendarDays) throw invalidField('end_date', 'too_large', { maximum: mostCalendarDays })
  const zone = (await findCompany(ctx.db, companyId))?.timeZone ?? 'UTC'
  return {
    from: occurrenceAt(`${startDate}T00:00`, 'PT0S', zone).startsAt,
    to: occurrenceAt(`${endDate}T00:00`, 'P1D', zone).dueAt,
  }
}

async function madeEntries(ctx: Context, range: Range, { from, to }: Days): Promise<CalendarEntry[]> {
  const { companyId, userId, kind } = range
  const mine = sql`${sentTasks.userId} = ${ctx.actor.id}`
  const isDone = sql`${sentTasks.completedAt} is not null`
  const rows = await ctx.db
    .select({
      taskId: sentTasks.taskId,
      startsAt: sentTasks.startsAt,
      dueAt: sql<Date>`max(${sentTasks.dueAt})`.mapWith(sentTasks.dueAt),
      sentId: sql<number | null>`max(${sentTasks.id}) filter (where ${mine})`,
      anyId: sql<number>`max(${sentTasks.id})`,
      userIds: sql<number[]>`array_agg(${sentTasks.userId})`,
      doneCount: sql<number>`(count(*) filter (where ${isDone}))::int`,
      skippedCount: sql<number>`(count(*) filter (where ${sentTasks.skippedAt} is not null))::int`,
      missedCount: sql<number>`(count(*) filter (where ${sentTasks.missedAt} is not null))::int`,
      ...{ title: tasks.title, titles: tasks.titles, kind: tasks.kind, priority: tasks.priority, formId: tasks.formId },
      ...{ recurrence: tasks.recurrence, perSubject: tasks.perSubject },
    })
    .from(sentTasks)
    .innerJoin(tasks, and(eq(tasks.companyId, sentTasks.companyId), eq(tasks.id, sentTasks.taskId)))
    .where(
      and(
        ...[eq(sentTasks.companyId, companyId), gte(sentTasks.startsAt, from), lt(sentTasks.startsAt, to)],
        ...[matching(sentTasks, { userId }), matching(tasks, { kind }), isAbout(range, sentTasks)],
        // What is open of an archived task is withdrawn.
        sql`(${tasks.archivedAt} is null or num_nonnulls(${sentTasks.completedAt}, ${sentTasks.skippedAt}, ${sentTasks.missedAt}) > 0)`,
      ),
    )
    .groupBy(sentTasks.taskId, sentTasks.startsAt, ...pointersOf(sentTasks), tasks.id)
    .orderBy(asc(sentTasks.startsAt))
    .limit(mostCalendarEntries)
  const ofTasks = await subjectsOfAll(
    ctx,
    rows.filter(row => !row.perSubject).map(({ taskId }) => taskId),
  )
  const ofRows = await subjectsOf(
    ctx.db,
    sentTasks,
    sentTasks.id,
    rows.filter(row => row.perSubject).map(({ anyId }) => anyId),
  )
  return rows.map(row => ({
    ...entryOf({ ...row, id: row.taskId }, row.startsAt, row.dueAt),
    sent_id: row.sentId,
    state: stateOf(row, ctx.now),
    user_ids: row.userIds,
    done_count: row.doneCount,
    subjects: plain((row.perSubject ? ofRows.get(row.anyId) : ofTasks.get(row.taskId)) ?? []),
    is_computed: false,
  }))
}

type Counted = {
  userIds: number[]
  doneCount: number
  skippedCount: number
  missedCount: number
  startsAt: Date
  dueAt: Date
}

/** What is to be said of all of them together: open as long as it is for anybody. */
function stateOf({ userIds, doneCount, skippedCount, missedCount, startsAt, dueAt }: Counted, now: Date) {
  if (doneCount + skippedCount + missedCount < userIds.length)
    return dueAt < now ? 'overdue' : startsAt > now ? 'coming' : 'open'
  if (missedCount > 0) return 'missed'
  return doneCount > 0 ? 'done' : 'skipped'
}

async function comingEntries(ctx: Context, range: Range, { from, to }: Days): Promise<CalendarEntry[]> {
  const { companyId, userId, kind } = range
  const found = await ctx.db
    .select()
    .from(tasks)
    .where(
      and(
        ...[eq(tasks.companyId, companyId), isNotNull(tasks.nextAt), lt(tasks.nextAt, to), isNull(tasks.archivedAt)],
        ...[matching(tasks, { kind }), isAbout(range, null)],
      ),
    )
    .orderBy(asc(tasks.nextAt))
    .limit(mostCalendarEntries)
  const all = found.filter(repeats)
  const parts = await partsOf(ctx, companyId, all)
  const coming: CalendarEntry[] = []
  for (const series of all) {
    const people = peopleOf(series, parts)
    if (userId !== undefined && !people.includes(userId)) continue
    const subjects = plain((parts.subjects.get(series.id) ?? []) as Subject[])
    const wanted =
      series.perSubject && subjects.length > 0 ? subjects.filter(isMeant(range)).map(one => [one]) : [subjects]
    for (const startsAt of comingOf(series, from, to))
      for (const about of wanted)
        coming.push({
          ...entryOf(series, startsAt, occurrenceRow(series, startsAt).dueAt),
          ...{ sent_id: null, state: 'coming', user_ids: people, done_count: 0, subjects: about, is_computed: true },
        })
    if (coming.length > mostCalendarEntries) break
  }
  return coming
}

/** The occurrences that nobody has yet. Of a series that counts from completion only the next is known. */
function comingOf(series: Series, from: Date, to: Date): Date[] {
  const next = series.nextAt ?? to
  if (series.countedFrom === 'completion') return next >= from && next < to ? [next] : []
  return occurrencesBetween(series, next > from ? next : from, to)
}

const entryOf = (
  task: Pick<typeof tasks.$inferSelect, 'id' | 'title' | 'titles' | 'kind' | 'priority' | 'formId' | 'recurrence'>,
  startsAt: Date,
  dueAt: Date,
) => ({
  ...{ source: 'task' as const, task_id: task.id, title: task.title, titles: task.titles },
  ...{ kind: task.kind, priority: task.priority },
  ...{ starts_at: startsAt.toISOString(), due_at: dueAt.toISOString() },
  ...{ form_id: task.formId, is_series: task.recurrence !== null },
})

const plain = (subjects: Subject[]): Subject[] => subjects.map(({ type, id, name }) => ({ type, id, name }))

const isMeant =
  ({ subjectType, subjectId }: Range) =>
  ({ type, id }: Subject) =>
    subjectId === undefined || subjectType === undefined || (type === subjectType && id === subjectId)

const subjectsOfAll = (ctx: Context, ids: number[]) =>
  subjectsOf(ctx.db, taskSubjects, taskSubjects.taskId, [...new Set(ids)])

/** About one thing: the row itself, or its task. */
function isAbout({ subjectType, subjectId }: Range, own: typeof sentTasks | null): SQL | undefined {
  if (!subjectType || subjectId === undefined) return undefined
  const { column } = registry[subjectType]
  const ofTask = sql`exists (
    select from ${taskSubjects} where ${taskSubjects.companyId} = ${tasks.companyId} and ${taskSubjects.taskId} = ${tasks.id}
      and ${taskSubjects[column]} = ${subjectId})`
  if (!own) return ofTask
  return sql`(${own[column]} = ${subjectId} or (num_nonnulls(${sql.join(pointersOf(own), sql`, `)}) = 0 and ${ofTask}))`
}
