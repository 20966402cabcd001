/** What is to come, worked out from the rules of series: nobody has it yet. */
import { and, asc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { type CalendarEntry, maxCalendarEntries } from '#shared/tasks/calendar.ts'
import type { Context } from '../../lib/context.ts'
import { restingByTheClock } from '../../lib/heavy/resting.ts'
import { matching } from '../../lib/registers/listing.ts'
import { partsOf, peopleOf } from '../making.ts'
import { durationAfter } from '../recurrence/occurrences.ts'
import { occurrencesBetween } from '../recurrence/recurrence.ts'
import { type TaskRow, tasks } from '../table.ts'

import { isAbout } from './about.ts'
import { type Days, dayOf, type Range } from './days.ts'
import { entryOf, plain, type Subject } from './entry.ts'

/** So many are looked at; a farm that has more in the days that are asked for sees the days of those that come first. */
const maxLookedAt = 50_000

/** What the rules and the entries need of a series. */
const columns = {
  ...{ id: tasks.id, companyId: tasks.companyId, title: tasks.title, titles: tasks.titles, kind: tasks.kind },
  ...{ priority: tasks.priority, formId: tasks.formId, startsAt: tasks.startsAt, dueAfter: tasks.dueAfter },
  ...{ timezone: tasks.timezone, perSubject: tasks.perSubject, opensBefore: tasks.opensBefore, missed: tasks.missed },
  ...{ lateFor: tasks.lateFor, countedFrom: tasks.countedFrom, exceptions: tasks.exceptions, nextAt: tasks.nextAt },
  recurrence: sql<string>`${tasks.recurrence}`,
}
type Series = Pick<TaskRow, Exclude<keyof typeof columns, 'recurrence'>> & { recurrence: string }

type Coming = { series: Series; startsAt: Date; people: number[]; subjects: Subject[] }

export async function comingEntries(ctx: Context, range: Range, days: Days): Promise<CalendarEntry[][]> {
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
  const rest = restingByTheClock()
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
  // Only what is shown is worked out to the end.
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
