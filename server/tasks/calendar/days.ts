/** The days that a calendar shows, by the company's clock, and how many entries each of them gets. */
import { type SQL, sql } from 'drizzle-orm'
import { invalidField } from '#shared/lib/problem.ts'
import { registry, type SubjectType } from '#shared/subjects/registry.ts'
import { type CalendarEntry, maxCalendarDays, maxCalendarEntries } from '#shared/tasks/calendar.ts'
import { zoneOfCompany } from '../../companies/queries.ts'
import type { Context } from '../../lib/context.ts'
import { daysLater } from '../../lib/localDays.ts'
import { type SubjectColumns, subjectColumnList } from '../../subjects/registers.ts'
import { occurrenceAt } from '../recurrence/zonedTime.ts'
import { taskSubjects, tasks } from '../table.ts'

export type Range = {
  companyId: number
  startDate: string
  endDate: string
  userId?: number | undefined
  subjectType?: SubjectType | undefined
  subjectId?: number | undefined
  kind?: string | undefined
  /** Entries of a day at most; the earliest are kept. */
  perDay?: number | undefined
  /** Only what somebody has yet to do, of what people have. */
  isOpen?: boolean | undefined
}

export type Days = {
  /** When each day begins, and at last when the day after them does. */
  starts: Date[]
  from: Date
  to: Date
  /** How many entries of a day are shown. */
  perDay: number
}

/** A source of entries: for each day the first ones, and one more than are shown where there are more. */
export type DatedThings = (ctx: Context, range: Range, days: Days) => Promise<CalendarEntry[][]>

/** @throws 422 where the days are in the wrong order, or too many */
export async function daysOf(ctx: Context, { companyId, startDate, endDate, perDay }: Range): Promise<Days> {
  const count = (Date.parse(endDate) - Date.parse(startDate)) / 86_400_000 + 1
  if (count < 1) throw invalidField('end_date', 'too_small', { minimum: startDate })
  if (count > maxCalendarDays) throw invalidField('end_date', 'too_large', { maximum: maxCalendarDays })
  const zone = await zoneOfCompany(ctx.db, companyId)
  const startOf = (day: string) => occurrenceAt(`${day}T00:00`, 'PT0S', zone).startsAt
  const starts = Array.from({ length: count + 1 }, (_, day) => startOf(daysLater(startDate, day)))
  const [from, to] = [starts[0] as Date, starts[count] as Date]
  return { starts, from, to, perDay: perDay ?? maxCalendarEntries }
}

/** Which of the days a moment lies in. */
export function dayOf({ starts }: Days, moment: Date): number {
  const at = moment.getTime()
  let first = 0
  let last = starts.length - 1
  while (last - first > 1) {
    const middle = (first + last) >> 1
    if ((starts[middle]?.getTime() ?? 0) <= at) first = middle
    else last = middle
  }
  return first
}

export const byStart = (a: { starts_at: string }, b: { starts_at: string }): number =>
  a.starts_at < b.starts_at ? -1 : a.starts_at > b.starts_at ? 1 : 0

export type Subject = CalendarEntry['subjects'][number]

type CalendarTask = Pick<
  typeof tasks.$inferSelect,
  'id' | 'title' | 'titles' | 'kind' | 'priority' | 'formId' | 'recurrence'
>

/** The part of an entry that its task gives. */
export const entryOf = (task: CalendarTask, startsAt: Date, dueAt: Date) => ({
  ...{ source: 'task' as const, task_id: task.id, title: task.title, titles: task.titles },
  ...{ kind: task.kind, priority: task.priority, is_cut: false },
  ...{ starts_at: startsAt.toISOString(), due_at: dueAt.toISOString() },
  ...{ form_id: task.formId, is_series: task.recurrence !== null },
})

export const plain = (subjects: { type: SubjectType; id: number; name: string }[]): Subject[] =>
  subjects.map(({ type, id, name }) => ({ type, id, name }))

/** About one thing: the row itself, or its task. */
export function isAbout({ subjectType, subjectId }: Range, own: SubjectColumns | null): SQL | undefined {
  if (!subjectType || subjectId === undefined) return undefined
  const { column } = registry[subjectType]
  const ofTask = sql`exists (
    select from ${taskSubjects} where ${taskSubjects.companyId} = ${tasks.companyId}
      and ${taskSubjects.taskId} = ${tasks.id}
      and ${taskSubjects[column]} = ${subjectId})`
  if (!own) return ofTask
  return sql`(${own[column]} = ${subjectId} or (num_nonnulls(${sql.join(subjectColumnList(own), sql`, `)}) = 0
    and ${ofTask}))`
}
