/** A series of which an occurrence was dragged, or given another time: where its rule, its start and what was left out of it go. */
import { and, eq, max } from 'drizzle-orm'
import { invalidField } from '#shared/lib/problem.ts'
import type { Context } from '../../lib/context.ts'
import type { Draft } from '../assign.ts'
import { type Series, sentTasks, type TaskRow } from '../table.ts'
import { durationAfter, localTime, movedLikewise, occurrenceAt, startOfDay } from './zonedTime.ts'

/** From where to where one occurrence was dragged, by the clock of the series. */
export type Move = { from: string; to: string }

/** The rule as it must be for an occurrence that was moved to another day: Monday and Thursday become Tuesday and Friday. */
export function movedRule(series: Series, { recurrence }: Partial<Draft>, move: Move | undefined) {
  if (!move || recurrence !== undefined) return {}
  const [from, to] = [move.from, move.to].map(local => Date.parse(local.slice(0, 10))) as [number, number]
  return { recurrence: shiftedRule(series.recurrence, Math.round((to - from) / 86_400_000)) }
}

/** The start of the whole series, moved as much as one of its occurrences was. */
export const fromStart = (series: Series, changes: Partial<Draft>, move: Move | undefined): Partial<Draft> =>
  move ? { ...changes, startsAt: movedLikewise(series.startsAt, move.from, move.to) } : changes

/** An occurrence that was left out stays out: moved with the others where one was dragged, at the time of day that the series now has. */
export const movedExceptions = (before: TaskRow, now: TaskRow, move?: Move): Date[] =>
  before.exceptions.map(moment => {
    const had = localTime(moment, before.timezone)
    const has = move ? movedLikewise(had, move.from, move.to) : `${had.slice(0, 10)}T${now.startsAt.slice(11)}`
    return occurrenceAt(has, now.dueAfter, now.timezone).startsAt
  })

/**
 * The day after the last that has its occurrence already, so that no day has two of them, but for a series of hours. Where one was dragged,
 * the day too to which that last one would have gone: what somebody did on Monday evening is not asked for again in the night to Tuesday.
 */
export async function goesOnFrom(
  ctx: Context,
  { companyId, id, recurrence, timezone }: TaskRow,
  move?: Move,
): Promise<Date> {
  if (/HOURLY|BYHOUR/.test(recurrence ?? '')) return ctx.now
  const [last] = await ctx.db
    .select({ startsAt: max(sentTasks.startsAt) })
    .from(sentTasks)
    .where(and(eq(sentTasks.companyId, companyId), eq(sentTasks.taskId, id)))
  if (!last?.startsAt) return ctx.now
  const dragged = move && movedLikewise(localTime(last.startsAt, timezone), move.from, move.to)
  const moved = dragged ? occurrenceAt(dragged, 'P0D', timezone).startsAt : last.startsAt
  const until = moved > last.startsAt ? moved : last.startsAt
  const nextDay = startOfDay(durationAfter(until, 'P1D', timezone), timezone)
  return nextDay > ctx.now ? nextDay : ctx.now
}

/** A rule whose occurrences fall some days later: dragged in a calendar, Monday and Thursday become Tuesday and Friday. */

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** Throws a 422 for a rule that has no such brother: what is meant by the first Monday, a day later, is for people to say. */
function shiftedRule(recurrence: string, days: number): string {
  if (days === 0) return recurrence
  return recurrence
    .split(';')
    .map(part => shiftedPart(part, days))
    .join(';')
}

function shiftedPart(part: string, days: number): string {
  const [name, value = ''] = part.split('=')
  if (name === 'BYDAY' && /^(?:[A-Z]{2},?)+$/.test(value))
    return `BYDAY=${value
      .split(',')
      .map(day => weekdays[(((weekdays.indexOf(day) + days) % 7) + 7) % 7])
      .join(',')}`
  if (name === 'BYMONTHDAY' && /^\d+$/.test(value) && Number(value) + days >= 1 && Number(value) + days <= 28)
    return `BYMONTHDAY=${Number(value) + days}`
  if (name?.startsWith('BY') && name !== 'BYHOUR' && name !== 'BYMINUTE')
    throw invalidField('recurrence', 'cannot_be_moved')
  return part
}
