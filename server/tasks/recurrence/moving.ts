/** Moves the rule, start and exceptions of a series when one of its occurrences is dragged or gets another time. */
import { and, eq, max } from 'drizzle-orm'
import { invalidField } from '#shared/lib/problem.ts'
import type { Context } from '../../lib/context.ts'
import { dayAt, endOfDay } from '../../lib/localDays.ts'
import type { Draft } from '../assign.ts'
import { type Series, sentTasks, type TaskRow } from '../table.ts'
import { localTime, movedLikewise, occurrenceAt } from './zonedTime.ts'

/** Where one occurrence was dragged, in the local time of the series. */
export type Move = { from: string; to: string }

/** Returns the rule for an occurrence that moved to another day: Monday and Thursday become Tuesday and Friday. */
export function movedRule(series: Series, { recurrence }: Partial<Draft>, move: Move | undefined) {
  if (!move || recurrence !== undefined) return {}
  const [from, to] = [move.from, move.to].map(local => Date.parse(local.slice(0, 10))) as [number, number]
  return { recurrence: shiftedRule(series.recurrence, Math.round((to - from) / 86_400_000)) }
}

/** Moves the start of the series as far as one of its occurrences was moved. */
export const fromStart = (series: Series, changes: Partial<Draft>, move: Move | undefined): Partial<Draft> =>
  move ? { ...changes, startsAt: movedLikewise(series.startsAt, move.from, move.to) } : changes

/** Moves the exceptions with the series, at its new time of day. */
export const movedExceptions = (before: TaskRow, now: TaskRow, move?: Move): Date[] =>
  before.exceptions.map(moment => {
    const had = localTime(moment, before.timezone)
    const has = move ? movedLikewise(had, move.from, move.to) : `${had.slice(0, 10)}T${now.startsAt.slice(11)}`
    return occurrenceAt(has, now.dueAfter, now.timezone).startsAt
  })

/**
 * Returns the first day without an occurrence, so that no day gets two (but in series of hours). When moved, the day
 * that the last one would move to is skipped as well.
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
  const nextDay = endOfDay(dayAt(until, timezone), timezone)
  return nextDay > ctx.now ? nextDay : ctx.now
}

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** Shifts the days of a rule. Throws `invalid` where that has no rule, such as the day after the first Monday. */
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
