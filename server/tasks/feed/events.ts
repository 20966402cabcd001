/**
 * Turns the tasks of a person into calendar events. A series by the calendar is one event with its rule, with an
 * override for each day that was done or skipped lately; everything else is a single event.
 */

import { and, desc, eq, gt, gte, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import { formatsOf } from '#shared/lib/formats.ts'
import { localDay } from '#shared/lib/localTime.ts'
import { titleIn } from '#shared/lib/taskFields.ts'
import type { SubjectRef } from '#shared/subjects/contract.ts'
import type { Context } from '../../lib/context.ts'
import type { Database } from '../../lib/db/pools.ts'
import { dayAt, startOfDay } from '../../lib/localDays.ts'
import { derive } from '../../lib/security/secrets.ts'
import { occurrenceRow, partsOf, peopleOf } from '../occurrences.ts'
import {
  endedBefore,
  movedOccurrences,
  nextOccurrence,
  occurrencesBetween,
  withFewer,
} from '../recurrence/recurrence.ts'
import { isOfHoursAlone, readRule } from '../recurrence/rule.ts'
import { occurrenceAt } from '../recurrence/zonedTime.ts'
import { isRecurring, type Series, sentTasks, tasks } from '../table.ts'
import type { Event } from './icalendar.ts'

const day = 86_400_000
/** Days back for single events, and for the overrides of a series. */
const pastDays = { single: 60, series: 14 }
/** Days for which an archived task is shown as cancelled. */
const cancelledDays = 30
/** Bounds per person; the newest are kept. */
export const maxSeries = 300
export const maxSingle = 2_000
/** Series of a company among which the person's are looked for. */
const maxLookedAt = 5_000
/** As long as the calendar of the app shows it; sooner where it is due sooner. */
const shownFor = 3_600_000

type Whose = { companyId: number; userId: number; timeZone: string }
type TaskRow = typeof tasks.$inferSelect
type Row = Pick<
  typeof sentTasks.$inferSelect,
  'id' | 'taskId' | 'startsAt' | 'dueAt' | 'completedAt' | 'skippedAt' | 'missedAt'
>
/** With the clock of the company, by which its calendar has days. */
type Reading = Pick<Context, 'now' | 'locale' | 'services'> & { timeZone: string }
/** The rows that a calendar is made of. */
type FeedTasks = { mine: TaskRow[]; rows: Row[]; single: Map<number, TaskRow>; subjects: Subjects }

/** Reads the rows of a person's calendar; null for somebody who can be assigned no tasks there any more. */
export async function readFeedTasks({ db, now }: Pick<Context, 'db' | 'now'>, whose: Whose): Promise<FeedTasks | null> {
  const series = await seriesOf(db, whose, now)
  const parts = await partsOf({ db }, whose.companyId, series)
  if (!parts.members.some(({ userId }) => userId === whose.userId)) return null
  const mine = series.filter(one => peopleOf(one, parts).includes(whose.userId)).slice(0, maxSeries)
  const rows = await rowsOf(db, whose, now)
  const single = await tasksOf(db, rows)
  const subjects = await partsOf({ db }, whose.companyId, [...single.values()]).then(found => found.subjects)
  return { mine, rows, single, subjects: new Map([...parts.subjects, ...subjects]) }
}

/** Builds the events in steps; `pause` lets other requests in after each. */
export async function feedEvents(
  reading: Reading,
  { mine, rows, single, subjects }: FeedTasks,
  pause: () => Promise<void>,
): Promise<Event[]> {
  const { now } = reading
  const texts = eventText(reading, subjects)
  const events: Event[] = []
  const moved: Event[] = []
  const ruled = new Map<number, Set<number>>()
  for (const one of mine) {
    await pause()
    if (one.countedFrom === 'completion') {
      if (one.nextAt && !one.archivedAt) events.push(oneEvent(reading, texts, one, one.nextAt))
      continue
    }
    const found = seriesEvent(reading, texts, one)
    if (!found) continue
    events.push(found.event)
    moved.push(...found.moved)
    const apart = new Set(found.moved.map(({ start }) => start.getTime()))
    if (!found.event.isCancelled) ruled.set(one.id, lately(one, reading).difference(apart))
  }
  for (const [key, of] of Map.groupBy(rows, row => `${row.taskId} ${row.startsAt.getTime()}`)) {
    await pause()
    const [row] = of
    const task = row && single.get(row.taskId)
    if (!row || !task || !key) continue
    const days = ruled.get(task.id)
    const isPast = row.startsAt.getTime() < startOfToday(reading) - pastDays.series * day
    if (days && isPast) continue
    const end = endOf(of)
    if (days?.has(row.startsAt.getTime())) {
      if (end.at)
        events.push({ ...oneEvent(reading, texts, task, row.startsAt, end), ...inPlace(reading, task, row.startsAt) })
    } else if (!task.archivedAt || end.at || task.archivedAt.getTime() > now.getTime() - cancelledDays * day)
      events.push(oneEvent(reading, texts, task, row.startsAt, end))
  }
  // Those of which nobody has a row yet.
  const known = new Set(events.map(({ uid }) => uid))
  return [...events, ...moved.filter(({ uid }) => !known.has(uid))]
}

const startOfToday = ({ now, timeZone }: Pick<Reading, 'now' | 'timeZone'>) =>
  startOfDay(dayAt(now, timeZone), timeZone).getTime()

/** Reads the series of a company, with those archived lately. */
const seriesOf = (db: Database, { companyId }: Whose, now: Date): Promise<TaskRow[]> =>
  db
    .select()
    .from(tasks)
    .where(
      and(
        ...[eq(tasks.companyId, companyId), isNotNull(tasks.recurrence)],
        or(isNull(tasks.archivedAt), gt(tasks.archivedAt, new Date(now.getTime() - cancelledDays * day))),
      ),
    )
    .orderBy(desc(tasks.id))
    .limit(maxLookedAt)

const rowsOf = (db: Database, { companyId, userId, timeZone }: Whose, now: Date): Promise<Row[]> =>
  db
    .select()
    .from(sentTasks)
    .where(
      and(
        ...[eq(sentTasks.companyId, companyId), eq(sentTasks.userId, userId)],
        gte(sentTasks.startsAt, new Date(startOfToday({ now, timeZone }) - pastDays.single * day)),
      ),
    )
    .orderBy(desc(sentTasks.startsAt), desc(sentTasks.id))
    .limit(maxSingle)

async function tasksOf(db: Database, rows: Row[]): Promise<Map<number, TaskRow>> {
  const ids = [...new Set(rows.map(({ taskId }) => taskId))]
  if (ids.length === 0) return new Map()
  const found = await db.select().from(tasks).where(inArray(tasks.id, ids))
  return new Map(found.map(task => [task.id, task]))
}

type End = { at: Date | null; how: 'done' | 'skipped' | 'open' }

/** Derives the end of an occurrence: with a row per subject, of all of them. */
function endOf(rows: Row[]): End {
  const ends = rows.map(({ completedAt, skippedAt }) => completedAt ?? skippedAt)
  const at = ends.includes(null) ? null : new Date(Math.max(...ends.map(end => end?.getTime() ?? 0)))
  if (!at) return { at, how: 'open' }
  return { at, how: rows.some(({ completedAt }) => completedAt) ? 'done' : 'skipped' }
}

/** Returns the starts of a series near today, which an event may override. */
const lately = (series: Series | TaskRow, reading: Reading): Set<number> =>
  new Set(
    isRecurring(series)
      ? occurrencesBetween(
          series,
          new Date(startOfToday(reading) - pastDays.series * day),
          new Date(startOfToday(reading) + pastDays.series * day),
        ).map(moment => moment.getTime())
      : [],
  )

/** Builds a UID that no other installation uses. */
const uidOf = ({ services }: Reading, name: string) =>
  `task-${name}@${derive(services.serverKey, 'calendar names').slice(0, 16).replace(/[^\w]/g, '0')}.tend`

const common = (reading: Reading, task: TaskRow) => ({
  uid: uidOf(reading, String(task.id)),
  sequence: task.revision,
  changedAt: task.updatedAt,
  priority: task.priority,
  isCancelled: task.archivedAt !== null,
})

const endsAt = (task: TaskRow, start: Date) =>
  new Date(
    Math.min(
      start.getTime() + shownFor,
      Math.max(occurrenceRow(task, start).dueAt.getTime(), start.getTime() + 60_000),
    ),
  )

/** Bound of years whose changes of the clocks are computed, from this one on. */
const yearsLookedAt = 3
/** Dates that are written of what RFC 5545 has no rule for, of this year and the next. */
const maxDates = 500

function seriesEvent(
  reading: Reading,
  texts: ReturnType<typeof eventText>,
  series: TaskRow,
): { event: Event; moved: Event[] } | null {
  if (!isRecurring(series)) return null
  const stopped = series.pausedAt ?? series.endedAt
  const going = stopped ? { ...series, recurrence: endedBefore(series.recurrence, stopped) } : series
  const whole = { ...going, exceptions: [] }
  const rule = readRule(going.recurrence)
  const year = reading.now.getUTCFullYear()
  const begins = occurrenceAt(series.startsAt, 'PT0S', series.timezone).startsAt
  const years = new Set([begins.getUTCFullYear(), ...Array.from({ length: yearsLookedAt }, (_, index) => year + index)])
  const moved = movedOccurrences(whole, [...years])
  const isMoved = (moment: Date) => moved.some(one => one.moment.getTime() === moment.getTime() && !one.isDouble)
  // It begins with the first day of its rule (RFC 5545, section 3.8.5.3).
  let first = nextOccurrence(whole, begins, true)
  const skippedFirst = first && isMoved(first) ? first : null
  if (first && skippedFirst) first = nextOccurrence(whole, first)
  const left = new Set(series.exceptions.map(Number))
  const apart = moved.filter(({ moment, isDouble }) => !isDouble && !left.has(moment.getTime()))
  const single = rule.lawful ? apart.map(({ moment }) => oneEvent(reading, texts, series, moment)) : []
  if (!first) return null
  return {
    moved: single,
    event: {
      ...common(reading, series),
      ...texts(series, first, { how: 'open' }),
      start: first,
      end: endsAt(series, first),
      url: reading.services.address('/tasks/calendar'),
      repeats: {
        zone: zoneOf(series),
        rule: rule.lawful
          ? withFewer(ruleInUtc(rule.lawful, series.timezone), skippedFirst ? 1 : 0)
          : datesOf(whole, first, year),
        exceptions: series.exceptions.filter(moment => !isMoved(moment)),
        skipped: rule.lawful ? moved.filter(({ moment }) => moment > begins).map(({ wallTime }) => wallTime) : [],
      },
    },
  }
}

function datesOf(series: Series, first: Date, year: number): Date[] {
  const between = occurrencesBetween(series, new Date(Date.UTC(year, 0, 1)), new Date(Date.UTC(year + 2, 0, 1)))
  return between.filter(moment => moment > first).slice(0, maxDates)
}

/**
 * Extends a last day to its end, as a moment in UTC, which RFC 5545 asks for beside a start in a zone (section
 * 3.3.10).
 */
const ruleInUtc = (recurrence: string, timezone: string): string =>
  recurrence.replace(/UNTIL=(\d{4})(\d{2})(\d{2})(?=;|$)/, (_, year, month, date) => {
    const end = occurrenceAt(`${year}-${month}-${date}T23:59`, 'PT59S', timezone).dueAt
    return `UNTIL=${end.toISOString().replace(/[-:]|\.\d+/g, '')}`
  })

/** Hours alone pass at the same pace everywhere: their events are in UTC. */
const zoneOf = ({ recurrence, timezone }: TaskRow): string | null =>
  recurrence !== null && isOfHoursAlone(readRule(recurrence)) ? null : timezone

const inPlace = (reading: Reading, task: TaskRow, of: Date) => ({
  uid: uidOf(reading, String(task.id)),
  instead: { of, zone: zoneOf(task) },
})

function oneEvent(
  reading: Reading,
  texts: ReturnType<typeof eventText>,
  task: TaskRow,
  start: Date,
  end: End = { at: null, how: 'open' },
): Event {
  const shared = common(reading, task)
  const date = dayAt(start, reading.timeZone)
  return {
    ...shared,
    ...texts(task, start, end),
    uid: task.recurrence ? uidOf(reading, `${task.id}-${start.getTime()}`) : shared.uid,
    changedAt: end.at && end.at > task.updatedAt ? end.at : task.updatedAt,
    // Done or skipped is a change of it too.
    sequence: shared.sequence + (end.at ? 1 : 0),
    start,
    end: endsAt(task, start),
    url: reading.services.address(`/tasks/calendar?date=${date}`),
    isCancelled: end.how === 'skipped' || (shared.isCancelled && end.how === 'open'),
  }
}

type Task = typeof tasks.$inferSelect
type Subjects = Map<number, (SubjectRef & { name?: string })[]>
type Ended = { how: 'done' | 'skipped' | 'open' }

/** Writes title and description of an event in the reader's language. */
function eventText({ services, locale }: Pick<Context, 'services' | 'locale'>, subjects: Subjects) {
  const t = services.texts(locale)
  const clockOf = keeping(
    (timeZone, withDay) =>
      new Intl.DateTimeFormat(locale === 'ar' ? 'ar-u-nu-latn' : locale, {
        ...{ timeZone, hour: '2-digit', minute: '2-digit' },
        ...(withDay && { day: 'numeric', month: 'long' }),
      }),
  )
  return (task: Task, start: Date, { how }: Ended) => {
    const { dueAt } = occurrenceRow(task, start)
    // Of what repeats, the day is another each time.
    const clock = clockOf(task.timezone, task.recurrence === null)
    const isSameDay = localDay(start, task.timezone) === localDay(dueAt, task.timezone)
    const names = (subjects.get(task.id) ?? []).flatMap(({ name }) => (name ? [name] : []))
    const lines = [
      task.description ?? '',
      names.length > 0 ? t('feeds.about', { names: formatsOf(locale, undefined).commas(names) }) : '',
      task.recurrence === null || isSameDay ? t('feeds.due', { when: clock.format(dueAt) }) : '',
    ]
    const title = titleIn(task, locale)
    return {
      title: how === 'done' ? `✓ ${title}` : title,
      description: lines.filter(Boolean).join('\n'),
    }
  }
}

/** Formats take longer to make than to use: one for each zone. */
function keeping(make: (timeZone: string, withDay: boolean) => Intl.DateTimeFormat) {
  const known = new Map<string, Intl.DateTimeFormat>()
  return (timeZone: string, withDay: boolean): Intl.DateTimeFormat => {
    const key = `${timeZone} ${withDay}`
    const format = known.get(key) ?? make(timeZone, withDay)
    known.set(key, format)
    return format
  }
}
