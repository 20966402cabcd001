/** A whole calendar as calendar programs read it: RFC 5545, with the names and the pace of RFC 7986. */
import { type Event, eventLines } from './event.ts'
import { component, folded, text } from './text.ts'
import { timeZone } from './zone.ts'

/** The file, put together in steps: `pause` lets others be answered after each. The same events make the same bytes on the same day. */
export async function calendarFile(
  name: string,
  events: Event[],
  now: Date,
  pause: () => Promise<void>,
): Promise<string> {
  const begins = new Map<string, Date>()
  for (const { repeats, instead, start } of events) {
    const zone = repeats?.zone ?? instead?.zone
    if (zone && start < (begins.get(zone) ?? now)) begins.set(zone, start)
    else if (zone && !begins.has(zone)) begins.set(zone, now)
  }
  const inside: string[] = []
  for (const [zone, from] of begins) {
    await pause()
    inside.push(...timeZone(zone, from, now).map(folded))
  }
  for (const event of events) {
    await pause()
    inside.push(...eventLines(event).map(folded))
  }
  const [begin = '', ...rest] = component('VCALENDAR', [
    'VERSION:2.0',
    'PRODID:-//tend//tend//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${text(name)}`,
    // What Outlook, Google and Apple read in place of NAME and REFRESH-INTERVAL.
    `X-WR-CALNAME:${text(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
  ]).map(folded)
  const end = rest.pop() ?? ''
  return `${[begin, ...rest, ...inside, end].join('\r\n')}\r\n`
}
