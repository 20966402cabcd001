/** Days of a report and the parts in which they are shown. Days are those of the company's clock, `2026-11-22`. */
import type { ReportPeriod } from './contract.ts'

export type Days = { from: string; to: string }

/** Bound of a report's days: ten years, with leap days. */
export const maxDays = 3_660

const dayLength = 86_400_000
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`)
const dayOf = (date: Date) => date.toISOString().slice(0, 10)

export const plusDays = (day: string, days: number): string => dayOf(new Date(dateOf(day).getTime() + days * dayLength))

/** Number of days, both included. */
export const lengthOf = ({ from, to }: Days): number =>
  Math.round((dateOf(to).getTime() - dateOf(from).getTime()) / dayLength) + 1

/** Months earlier, on the last day of a shorter month. */
function minusMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 - months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return dayOf(new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), Math.min(date, last))))
}

/** The first day of the week of a day; weeks begin with `firstDay`, of which Sunday is 0. */
const weekStart = (day: string, firstDay: number): string =>
  plusDays(day, -((dateOf(day).getUTCDay() - firstDay + 7) % 7))

/** Days of a period as seen from that day. Weeks are those of the calendar, the running one included. */
export function daysOf(period: ReportPeriod, today: string, firstDay: number): Days {
  if (period.kind === 'fixed') return { from: period.from, to: period.to }
  const { unit, count } = period
  switch (unit) {
    case 'day':
      return { from: plusDays(today, 1 - count), to: today }
    case 'week':
      return { from: plusDays(weekStart(today, firstDay), 7 * (1 - count)), to: today }
    case 'month':
      return { from: plusDays(minusMonths(today, count), 1), to: today }
    case 'year':
      return { from: plusDays(minusMonths(today, 12 * count), 1), to: today }
  }
}

/** The same number of days directly before. */
export const daysBefore = (days: Days): Days => ({
  from: plusDays(days.from, -lengthOf(days)),
  to: plusDays(days.from, -1),
})

/**
 * Parts in which days are shown: days up to a month, calendar weeks up to half a year, then calendar months or years.
 * The first and the last may be cut by the period.
 */
export function bucketsOf(days: Days, firstDay: number): Days[] {
  const length = lengthOf(days)
  if (length <= 31)
    return Array.from({ length }, (_, at) => ({ from: plusDays(days.from, at), to: plusDays(days.from, at) }))
  if (length <= 26 * 7) {
    const first = weekStart(days.from, firstDay)
    const weeks = Math.ceil(lengthOf({ from: first, to: days.to }) / 7)
    return Array.from({ length: weeks }, (_, at) => {
      const from = plusDays(first, 7 * at)
      const to = plusDays(from, 6)
      return { from: from < days.from ? days.from : from, to: to > days.to ? days.to : to }
    })
  }
  const ends = length <= 3 * 366 ? 7 : 4
  const parts: Days[] = []
  for (let from = days.from; from <= days.to; ) {
    const named = from.slice(0, ends)
    const next = ends === 7 ? minusMonths(`${named}-01`, -1) : `${Number(named) + 1}-01-01`
    const last = plusDays(next, -1)
    parts.push({ from, to: last < days.to ? last : days.to })
    from = next
  }
  return parts
}
