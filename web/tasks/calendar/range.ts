/** The days that a calendar shows, with those before and after in the same weeks. */

export const calendarViews = ['month', 'week', 'day', 'list'] as const
export type CalendarView = (typeof calendarViews)[number]

/** Entries of a day that a company's calendar asks for; it says where there are more. */
export const maxOfDay: Record<CalendarView, number> = { month: 30, week: 100, day: 500, list: 30 }

const dayMs = 86_400_000
const utc = (day: string) => Date.parse(`${day}T00:00Z`)
const shown = (moment: number) => new Date(moment).toISOString().slice(0, 10)
const moved = (day: string, days: number) => shown(utc(day) + days * dayMs)

/** The first day of the month, a number of months later. */
function monthLater(day: string, months: number): string {
  const date = new Date(utc(day))
  return shown(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1))
}

/** The days to ask for. */
export function daysAround(view: CalendarView, date: string): { start_date: string; end_date: string } {
  if (view === 'day') return { start_date: date, end_date: date }
  if (view === 'week') return { start_date: moved(date, -7), end_date: moved(date, 7) }
  return { start_date: moved(monthLater(date, 0), -7), end_date: moved(monthLater(date, 1), 7) }
}

/** The first and the last day of the week of a day; weeks begin with `firstDay`, of which Sunday is 0. */
export function weekOf(date: string, firstDay: number): { from: string; to: string } {
  const from = moved(date, -((new Date(utc(date)).getUTCDay() - firstDay + 7) % 7))
  return { from, to: moved(from, 6) }
}

/** The days that the list shows: from its date on, as far as it asks. The end is not included. */
export const daysListed = (date: string) => ({ start: date, end: moved(daysAround('list', date).end_date, 1) })

/**
 * The date that is shown after one step back or forth; a list goes back to the first of its month before it leaves it.
 */
export function stepFrom(view: CalendarView, date: string, step: 1 | -1): string {
  if (view === 'day') return moved(date, step)
  if (view === 'list' && step < 0 && date !== monthLater(date, 0)) return monthLater(date, 0)
  return view === 'week' ? moved(date, step * 7) : monthLater(date, step)
}
