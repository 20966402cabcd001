/**
 * A calendar file made on this device: whole days, a title that tells nothing, no address. So neither a reader of the
 * calendar nor a server learns of the report.
 */
import { newKey } from '../../../lib/attemptKey.ts'

/**
 * RFC 5545: the seventh day after the report arrived, by which the receipt is acknowledged, and three months after it,
 * by which there is an answer. `receivedOn` is the server's day: a device whose clock is wrong reminds on the right
 * one.
 */
export function reminderOf(receivedOn: string, title: string): string {
  const days = [shifted(receivedOn, 0, 7), shifted(receivedOn, 3, 0)]
  const stamp = `${compact(receivedOn)}T000000Z`
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
function shifted(day: string, months: number, days: number): string {
  const [year = 0, month = 1, ofMonth = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(ofMonth, last) + days)).toISOString().slice(0, 10)
}

const compact = (day: string): string => day.replaceAll('-', '')
