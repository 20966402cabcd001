/**
 * Builds the calendar from stored occurrences and from those that rules announce. An occurrence is one entry, however
 * many people have it.
 */
import { and, asc, eq, gte, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { Problem } from '#shared/lib/problem.ts'
import { type CalendarEntry, maxCalendarEntries } from '#shared/tasks/calendar.ts'
import { findCompany } from '../../companies/queries.ts'
import { yieldByClock } from '../../lib/concurrency/yielding.ts'
import { type Context, permitted } from '../../lib/context.ts'
import { matching } from '../../lib/registers/listing.ts'
import { subjectsOf } from '../../subjects/queries.ts'
import { subjectColumnList } from '../../subjects/registers.ts'
import { partsOf, peopleOf } from '../occurrences.ts'
import { occurrencesBetween } from '../recurrence/recurrence.ts'
import { durationAfter } from '../recurrence/zonedTime.ts'
import { isOpen, sentTasks, type TaskRow, taskSubjects, tasks } from '../table.ts'
import {
  byStart,
  type DatedThings,
  type Days,
  dayOf,
  daysOf,
  entryOf,
  isAbout,
  plain,
  type Range,
  type Subject,
} from './days.ts'

/** All sources of calendar entries, those of other features included. */
const sources: DatedThings[] = [madeEntries, comingEntries]

/** Lists the entries of the caller. Throws `not_found` for another company. */
export async function ownCalendar(ctx: Context, range: Range): Promise<CalendarEntry[]> {
  if (range.companyId !== ctx.actor.companyId) throw new Problem('not_found')
  return entries(ctx, { ...range, userId: ctx.actor.id })
}

/** Lists the entries of everybody in a company. Throws `not_found` for one that the caller may not read. */
export async function companyCalendar(ctx: Context, range: Range): Promise<CalendarEntry[]> {
  permitted(ctx, 'read', 'Company', await findCompany(ctx.db, range.companyId))
  return entries(ctx, range)
}

/** The first of each day, the last of them saying whether more of the day is left out behind it. */
async function entries(ctx: Context, range: Range): Promise<CalendarEntry[]> {
  const days = await daysOf(ctx, range)
  const found: Awaited<ReturnType<DatedThings>>[] = []
  for (const source of sources) found.push(await source(ctx, range, days))
  const all: CalendarEntry[] = []
  for (let day = 0; day < days.starts.length - 1; day++) {
    const ofDay = found.flatMap(of => of[day] ?? []).sort(byStart)
    const shown = ofDay.slice(0, days.perDay)
    const last = shown.at(-1)
    if (last) last.is_cut = ofDay.length > shown.length
    all.push(...shown)
  }
  return all.slice(0, maxCalendarEntries)
}

/** Rows as they are chosen, beside those that are told of. */
const each = alias(sentTasks, 'each')
const { startsAt, taskId } = each

async function madeEntries(ctx: Context, range: Range, days: Days): Promise<CalendarEntry[][]> {
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
    .groupBy(sentTasks.taskId, sentTasks.startsAt, ...subjectColumnList(sentTasks), tasks.id)
    .orderBy(asc(sentTasks.startsAt), asc(sentTasks.taskId))
    .limit(maxCalendarEntries)
  return withSubjects(ctx, rows)
}

/** Limits rows to the first of each day, found through the index day by day. */
function isFirst(ctx: Context, range: Range, { starts, perDay }: Days): SQL {
  const firsts = ctx.db
    .selectDistinctOn([startsAt, taskId], { startsAt, taskId })
    .from(each)
    .innerJoin(tasks, ofTask(each))
    .where(and(gte(each.startsAt, sql`days.since`), lt(each.startsAt, sql`days.until`), isMeant(range, each)))
    .orderBy(asc(startsAt), asc(taskId))
    .limit(perDay + 1)
  return sql`(${sentTasks.startsAt}, ${sentTasks.taskId}) in (select firsts.*
    from unnest(${moments(starts.slice(0, -1))}, ${moments(starts.slice(1))}) as days(since, until),
      lateral ${firsts} as firsts)`
}

const moments = (dates: Date[]) => sql`${sql.param(dates.map(date => date.toISOString()))}::timestamptz[]`

type Table = typeof sentTasks | typeof each

const ofTask = (table: Table) => and(eq(tasks.companyId, table.companyId), eq(tasks.id, table.taskId))

/** Narrows to what the range asks for; open rows of archived tasks are withdrawn. */
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

/** Derives one state for all rows of an occurrence: open while it is open for anybody. */
function stateOf({ userIds, doneCount, skippedCount, missedCount, startsAt, dueAt }: Counted, now: Date) {
  if (doneCount + skippedCount + missedCount < userIds.length)
    return dueAt < now ? 'overdue' : startsAt > now ? 'coming' : 'open'
  if (missedCount > 0) return 'missed'
  return doneCount > 0 ? 'done' : 'skipped'
}

/** Series that are evaluated; a company with more sees the days of the first ones. */
const maxLookedAt = 50_000

/** The columns that rules and entries need. */
const columns = {
  ...{ id: tasks.id, companyId: tasks.companyId, title: tasks.title, titles: tasks.titles, kind: tasks.kind },
  ...{ priority: tasks.priority, formId: tasks.formId, startsAt: tasks.startsAt, dueAfter: tasks.dueAfter },
  ...{ timezone: tasks.timezone, perSubject: tasks.perSubject, opensBefore: tasks.opensBefore, missed: tasks.missed },
  ...{ lateFor: tasks.lateFor, countedFrom: tasks.countedFrom, exceptions: tasks.exceptions, nextAt: tasks.nextAt },
  places: tasks.places,
  recurrence: sql<string>`${tasks.recurrence}`,
}
type Series = Pick<TaskRow, Exclude<keyof typeof columns, 'recurrence'>> & { recurrence: string }

type Coming = { series: Series; startsAt: Date; people: number[]; subjects: Subject[] }

async function comingEntries(ctx: Context, range: Range, days: Days): Promise<CalendarEntry[][]> {
  const { companyId, userId, kind } = range
  const found = await ctx.db
    .select(columns)
    .from(tasks)
    .where(
      and(
        ...[
          eq(tasks.companyId, companyId),
          isNotNull(tasks.nextAt),
          lt(tasks.nextAt, days.to),
          isNull(tasks.archivedAt),
        ],
        ...[matching(tasks, { kind }), isAbout(range, null)],
      ),
    )
    .orderBy(asc(tasks.nextAt))
    .limit(maxCalendarEntries)
  const parts = await partsOf(ctx, companyId, found)
  const ofDays = days.starts.slice(1).map((): Coming[] => [])
  let looked = 0
  const rest = yieldByClock()
  for (const series of found) {
    await rest()
    if (looked > maxLookedAt) break
    const people = peopleOf(series, parts)
    if (userId !== undefined && !people.includes(userId)) continue
    const subjects = plain((parts.subjects.get(series.id) ?? []) as Subject[])
    const wanted =
      series.perSubject && subjects.length > 0 ? subjects.filter(isWanted(range)).map(one => [one]) : [subjects]
    for (const startsAt of comingOf(series, days))
      for (const subjects of wanted) {
        looked++
        ofDays[dayOf(days, startsAt)]?.push({ series, startsAt, people, subjects })
      }
  }
  // Only the visible range is computed in full.
  const shown: CalendarEntry[][] = []
  let left = maxCalendarEntries
  for (const coming of ofDays) {
    const entries: CalendarEntry[] = []
    const ofDay = coming.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || a.series.id - b.series.id)
    for (const one of ofDay.slice(0, Math.min(days.perDay + 1, left))) {
      await rest()
      entries.push(presentComing(one))
    }
    left -= entries.length
    shown.push(entries)
  }
  return shown
}

const presentComing = ({ series, startsAt, people, subjects }: Coming): CalendarEntry => ({
  ...entryOf(series, startsAt, durationAfter(startsAt, series.dueAfter, series.timezone)),
  ...{ sent_id: null, state: 'coming', user_ids: people, done_count: 0, subjects, is_computed: true },
})

/** The occurrences that nobody has yet. Of a series that counts from completion only the next is known. */
function comingOf(series: Series, { from, to }: Days): Date[] {
  const next = series.nextAt ?? to
  if (series.countedFrom === 'completion') return next >= from && next < to ? [next] : []
  return occurrencesBetween(series, next > from ? next : from, to)
}

const isWanted =
  ({ subjectType, subjectId }: Range) =>
  ({ type, id }: Subject) =>
    subjectId === undefined || subjectType === undefined || (type === subjectType && id === subjectId)
