/**
 * A calendar's file that this device makes by itself: whole days, a title that says nothing, and no address. So whoever looks into the calendar
 * learns nothing, and no server learns that there is a reminder.
 */
import { newKey } from '../../../lib/attemptKey.ts'

/** RFC 5545: the seventh day, by which the receipt is acknowledged, and three months, by which there is an answer. */
export function reminderOf(today: Date, title: string): string {
  const days = [shifted(today, 0, 7), shifted(today, 3, 0)]
  const stamp = `${compact(today)}T000000Z`
  const events = days.flatMap(day => [
    'BEGIN:VEVENT',
    `UID:${newKey()}`,
    // The standard wants one; the day is enough.
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${compact(day)}`,
    `SUMMARY:${title.replace(/[\\;,]/g, '\\$&')}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ])
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//calendar//EN', ...events, 'END:VCALENDAR', ''].join('\r\n')
}

/** The end of a shorter month where it has no such day. */
function shifted(day: Date, months: number, days: number): Date {
  const first = new Date(day.getFullYear(), day.getMonth() + months, 1)
  const last = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate()
  return new Date(first.getFullYear(), first.getMonth(), Math.min(day.getDate(), last) + days)
}

const compact = (day: Date): string =>
  `${day.getFullYear()}${String(day.getMonth() + 1).padStart(2, '0')}${String(day.getDate()).padStart(2, '0')}`
