/** What people have, as it was made for them. */
import { and, asc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type CalendarEntry, maxCalendarEntries } from '#shared/tasks/calendar.ts'
import type { Context } from '../../lib/context.ts'
import { matching } from '../../lib/registers/listing.ts'
import { subjectsOf } from '../../subjects/queries.ts'
import { pointersOf } from '../../subjects/registers.ts'
import { isOpen, sentTasks, taskSubjects, tasks } from '../table.ts'
import { isAbout } from './about.ts'
import { type Days, dayOf, type Range } from './days.ts'
import { entryOf, plain } from './entry.ts'

/** Rows as they are chosen, beside those that are told of. */
const each = alias(sentTasks, 'each')
const { startsAt, taskId } = each

export async function madeEntries(ctx: Context, range: Range, days: Days): Promise<CalendarEntry[][]> {
  const ofDays = days.starts.slice(1).map((): CalendarEntry[] => [])
  for (const { startsAt, entry } of await shownOf(ctx, range, days)) ofDays[dayOf(days, startsAt)]?.push(entry)
  return ofDays
}

async function shownOf(ctx: Context, range: Range, days: Days) {
  const isDone = sql`${sentTasks.completedAt} is not null`
  const ofDays = and(gte(sentTasks.startsAt, days.from), lt(sentTasks.startsAt, days.to))
  const rows = await ctx.db
    .select({
      taskId: sentTasks.taskId,
      startsAt: sentTasks.startsAt,
      dueAt: sql<Date>`max(${sentTasks.dueAt})`.mapWith(sentTasks.dueAt),
      sentId: sql<number | null>`max(${sentTasks.id}) filter (where ${sentTasks.userId} = ${ctx.actor.id})`,
      anyId: sql<number>`max(${sentTasks.id})`,
      userIds: sql<number[]>`array_agg(${sentTasks.userId} order by ${sentTasks.userId})`,
      doneCount: sql<number>`(count(*) filter (where ${isDone}))::int`,
      skippedCount: sql<number>`(count(*) filter (where ${sentTasks.skippedAt} is not null))::int`,
      missedCount: sql<number>`(count(*) filter (where ${sentTasks.missedAt} is not null))::int`,
      ...{ title: tasks.title, titles: tasks.titles, kind: tasks.kind, priority: tasks.priority, formId: tasks.formId },
      ...{ recurrence: tasks.recurrence, perSubject: tasks.perSubject },
    })
    .from(sentTasks)
    .innerJoin(tasks, ofTask(sentTasks))
    .where(and(isMeant(range, sentTasks), range.perDay === undefined ? ofDays : isFirst(ctx, range, days)))
    .groupBy(sentTasks.taskId, sentTasks.startsAt, ...pointersOf(sentTasks), tasks.id)
    .orderBy(asc(sentTasks.startsAt), asc(sentTasks.taskId))
    .limit(maxCalendarEntries)
  return withSubjects(ctx, rows)
}

/** It is of those that begin first on each day: found day by day among rows in their order, so that the rest is passed by. */
function isFirst(ctx: Context, range: Range, { starts, perDay }: Days): SQL {
  const firsts = ctx.db
    .selectDistinctOn([startsAt, taskId], { startsAt, taskId })
    .from(each)
    .innerJoin(tasks, ofTask(each))
    .where(and(gte(each.startsAt, sql`days.since`), lt(each.startsAt, sql`days.until`), isMeant(range, each)))
    .orderBy(asc(startsAt), asc(taskId))
    .limit(perDay + 1)
  return sql`(${sentTasks.startsAt}, ${sentTasks.taskId}) in (select firsts.*
    from unnest(${moments(starts.slice(0, -1))}, ${moments(starts.slice(1))}) as days(since, until), lateral ${firsts} as firsts)`
}

const moments = (dates: Date[]) => sql`${sql.param(dates.map(date => date.toISOString()))}::timestamptz[]`

type Table = typeof sentTasks | typeof each

const ofTask = (table: Table) => and(eq(tasks.companyId, table.companyId), eq(tasks.id, table.taskId))

/** Those that the calendar is of; what is open of an archived task is withdrawn. */
const isMeant = (range: Range, table: Table): SQL | undefined =>
  and(
    ...[eq(table.companyId, range.companyId), matching(table, { userId: range.userId })],
    ...[matching(tasks, { kind: range.kind }), isAbout(range, table), range.isOpen ? isOpen(table) : undefined],
    sql`(${tasks.archivedAt} is null or num_nonnulls(${table.completedAt}, ${table.skippedAt}, ${table.missedAt}) > 0)`,
  )

type Row = Omit<Parameters<typeof entryOf>[0], 'id'> &
  Counted & { taskId: number; sentId: number | null; anyId: number; perSubject: boolean }

async function withSubjects(ctx: Context, rows: Row[]): Promise<{ startsAt: Date; entry: CalendarEntry }[]> {
  const [single, shared] = [rows.filter(row => row.perSubject), rows.filter(row => !row.perSubject)]
  const taskIds = [...new Set(shared.map(({ taskId }) => taskId))]
  const ofTasks = await subjectsOf(ctx.db, taskSubjects, taskSubjects.taskId, taskIds)
  const ofRows = await subjectsOf(
    ctx.db,
    sentTasks,
    sentTasks.id,
    single.map(({ anyId }) => anyId),
  )
  return rows.map(row => ({
    startsAt: row.startsAt,
    entry: {
      ...entryOf({ ...row, id: row.taskId }, row.startsAt, row.dueAt),
      ...{ sent_id: row.sentId, state: stateOf(row, ctx.now), user_ids: row.userIds, done_count: row.doneCount },
      subjects: plain((row.perSubject ? ofRows.get(row.anyId) : ofTasks.get(row.taskId)) ?? []),
      is_computed: false,
    },
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
