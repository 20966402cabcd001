/**
 * Writes calendars as RFC 5545 and RFC 7986 have them, with the time zones that Node carries. It is our own because
 * ical-generator writes all events in one go, knows no RDATE and no EXDATE of a time that clocks skip, and has no
 * zones.
 */
import { Temporal } from 'temporal-polyfill'
import type { Priority } from '#shared/lib/taskFields.ts'

/**
 * Writes the file in steps; `pause` lets other requests in after each. The same events give the same bytes on the
 * same day.
 */
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

/** An event as calendar programs show it: once, or by a rule. */
export type Event = {
  /** The same for ever, also when the thing moves to another day (RFC 7986, section 5.3). */
  uid: string
  /** Grows with each change of the thing. */
  sequence: number
  changedAt: Date
  start: Date
  end: Date
  title: string
  description: string
  priority: Priority
  url: string
  isCancelled: boolean
  repeats?: {
    /** On whose clock the rule is; null for one of hours that pass alike everywhere. */
    zone: string | null
    /** The rule, or the dates of what RFC 5545 has no rule for. */
    rule: string | Date[]
    exceptions: Date[]
    /** Local times that the series skips; an occurrence moved from there is an event of its own. */
    skipped: Date[]
  }
  /** Replaces the occurrence of a series that begins at this local time of its zone (RECURRENCE-ID). */
  instead?: { of: Date; zone: string | null }
}

/** 1 is the highest, 5 medium, 9 the lowest (RFC 5545, section 3.8.1.9). */
const priorities: Record<Priority, number> = { urgent: 1, high: 3, normal: 5, low: 9 }

/** Returns the lines of an event. It is transparent: a task blocks no time. */
function eventLines(event: Event): string[] {
  const { repeats, instead } = event
  const zone = repeats?.zone ?? instead?.zone ?? null
  const at = (name: string, moment: Date) =>
    zone ? `${inZone(name, zone)}:${local(moment, zone)}` : `${name}:${utc(moment)}`
  return component('VEVENT', [
    `UID:${event.uid}`,
    // Without METHOD, DTSTAMP is the last change (section 3.8.7.2): an unchanged calendar stays the same, byte for
    // byte.
    `DTSTAMP:${utc(event.changedAt)}`,
    `LAST-MODIFIED:${utc(event.changedAt)}`,
    `SEQUENCE:${event.sequence}`,
    ...(instead ? [at('RECURRENCE-ID', instead.of)] : []),
    at('DTSTART', event.start),
    at('DTEND', event.end),
    ...(repeats ? repeating(repeats, at) : []),
    `SUMMARY:${text(event.title)}`,
    ...(event.description ? [`DESCRIPTION:${text(event.description)}`] : []),
    `PRIORITY:${priorities[event.priority]}`,
    `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    `URL:${event.url}`,
  ])
}

function repeating(
  { zone, rule, exceptions, skipped }: NonNullable<Event['repeats']>,
  at: (name: string, moment: Date) => string,
): string[] {
  const rules = typeof rule === 'string' ? [`RRULE:${rule}`] : rule.map(moment => at('RDATE', moment))
  const wallTime = (time: Date) => utc(time).slice(0, -1)
  return [
    ...rules,
    ...exceptions.map(moment => at('EXDATE', moment)),
    ...(zone ? skipped.map(time => `${inZone('EXDATE', zone)}:${wallTime(time)}`) : []),
  ]
}

/** Years ahead in which changes of clocks are written; calendar programs read the feed again before that. */
const yearsAhead = 8
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** A change of the clocks: on what they showed before, from one offset to another. */
type Change = { at: Temporal.PlainDateTime; from: string; to: string; isSummer: boolean }

/**
 * Builds the VTIMEZONE of a zone from the zones of Node (RFC 5545, section 3.6.5). Yearly changes are a rule; others,
 * such as Casablanca's, are dates.
 */
function timeZone(zone: string, from: Date, now: Date): string[] {
  // Whole years, so that it is the same all year.
  const newYear = (moment: Date, years: number) =>
    Temporal.ZonedDateTime.from({ year: moment.getUTCFullYear() + years, month: 1, day: 1, timeZone: zone })
  const begin = newYear(from < now ? from : now, -1)
  const changes = changesOf(begin, newYear(now, yearsAhead + 1))
  const { offset } = begin
  const before = component('STANDARD', [
    `DTSTART:${stamp(begin.toPlainDateTime())}`,
    `TZOFFSETFROM:${plain(offset)}`,
    `TZOFFSETTO:${plain(offset)}`,
  ])
  return component('VTIMEZONE', [`TZID:${zone}`, ...before, ...groups(changes).flatMap(observance)])
}

function changesOf(begin: Temporal.ZonedDateTime, end: Temporal.ZonedDateTime): Change[] {
  const changes: Change[] = []
  let next = begin.getTimeZoneTransition('next')
  while (next && Temporal.ZonedDateTime.compare(next, end) < 0) {
    const earlier = next.subtract({ nanoseconds: 1 })
    // What the clocks showed before is what they would show had they not changed (TZOFFSETFROM).
    const at = next.toInstant().toZonedDateTimeISO(earlier.offset).toPlainDateTime()
    changes.push({
      at,
      from: earlier.offset,
      to: next.offset,
      isSummer: next.offsetNanoseconds > earlier.offsetNanoseconds,
    })
    next = next.getTimeZoneTransition('next')
  }
  return changes
}

/** The changes between the same offsets at the same time of day in the same month, and on the same Sunday of it. */
const groups = (changes: Change[]): Change[][] => [
  ...Map.groupBy(
    changes,
    change => `${change.from} ${change.to} ${change.at.month} ${dayOf(change)} ${change.at.toPlainTime()}`,
  ).values(),
]

/** `-1SU` for the last Sunday, `2SU` for the second. */
const dayOf = ({ at }: Change): string => {
  const nth = at.day + 7 > at.daysInMonth ? -1 : Math.ceil(at.day / 7)
  return `${nth}${weekdays[at.dayOfWeek - 1]}`
}

function observance(group: Change[]): string[] {
  const [first, ...others] = group
  if (!first) return []
  const isYearly = others.length >= 3 && group.every(({ at }, index) => at.year === first.at.year + index)
  return component(first.isSummer ? 'DAYLIGHT' : 'STANDARD', [
    `DTSTART:${stamp(first.at)}`,
    `TZOFFSETFROM:${plain(first.from)}`,
    `TZOFFSETTO:${plain(first.to)}`,
    ...(isYearly
      ? [`RRULE:FREQ=YEARLY;BYMONTH=${first.at.month};BYDAY=${dayOf(first)}`]
      : others.map(({ at }) => `RDATE:${stamp(at)}`)),
  ])
}

const stamp = (at: Temporal.PlainDateTime) => at.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')
const plain = (offset: string) => offset.replace(/:/g, '')

const maxOctets = 75

/** A line, folded after at most 75 octets and never within a character. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const character of line) {
    const more = Buffer.byteLength(character)
    if (octets + more > maxOctets) {
      parts.push(part)
      // The space that begins a further line counts too.
      part = ''
      octets = 1
    }
    part += character
    octets += more
  }
  return [...parts, part].join('\r\n ')
}

/** A text as the value of a property. Control characters have no place in it. */
const text = (value: string): string =>
  value
    .replace(/\\/g, '\\\\')
    .replace(/;/g, '\\;')
    .replace(/,/g, '\\,')
    .replace(/\r\n?|\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a calendar program would refuse these characters.
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')

const compact = (iso: string) => iso.replace(/[-:]|\.\d+/g, '')

/** A moment in UTC: `20261122T203000Z`. */
const utc = (moment: Date): string => compact(moment.toISOString())

/** What the clock of a zone shows then: `20261122T213000`. */
const local = (moment: Date, zone: string): string =>
  compact(
    Temporal.Instant.fromEpochMilliseconds(moment.getTime())
      .toZonedDateTimeISO(zone)
      .toPlainDateTime()
      .toString({ smallestUnit: 'second' }),
  )

/** A zone as a parameter says it. */
const inZone = (name: string, zone: string) => `${name};TZID=${zone}`

/** A component with its lines. */
const component = (name: string, lines: string[]): string[] => [`BEGIN:${name}`, ...lines, `END:${name}`]
