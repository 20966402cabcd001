/** A whole calendar as calendar programs read it: RFC 5545, with the names and the pace of RFC 7986. */
import { type Event, eventLines } from './event.ts'
import { component, folded, text } from './text.ts'
import { timeZone } from './zone.ts'

/** The file. The same events make the same bytes on the same day. */
export function calendarFile(name: string, events: Event[], now: Date): string {
  const begins = new Map<string, Date>()
  for (const { repeats, instead, start } of events) {
    const zone = repeats?.zone ?? instead?.zone
    if (zone && start < (begins.get(zone) ?? now)) begins.set(zone, start)
    else if (zone && !begins.has(zone)) begins.set(zone, now)
  }
  const lines = component('VCALENDAR', [
    'VERSION:2.0',
    'PRODID:-//tend//tend//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${text(name)}`,
    // What Outlook, Google and Apple read in place of NAME and REFRESH-INTERVAL.
    `X-WR-CALNAME:${text(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...[...begins].flatMap(([zone, from]) => timeZone(zone, from, now)),
    ...events.flatMap(eventLines),
  ])
  return `${lines.map(folded).join('\r\n')}\r\n`
}
