/**
 * VTIMEZONE (RFC 5545, section 3.6.5): when the clocks of a zone change, out of the zones that Node carries. A change that comes on the same
 * Sunday of the same month each year is a rule; what follows no rule, such as Casablanca's, is written year by year.
 */
import { Temporal } from 'temporal-polyfill'
import { component } from './text.ts'

/** So many years ahead changes are looked for; a series may go on for longer, and its programs read the feed again. */
const yearsAhead = 8
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** A change of the clocks: on what they showed before, from one offset to another. */
type Change = { at: Temporal.PlainDateTime; from: string; to: string; isSummer: boolean }

/** The component of a zone for what happens from a moment on. */
export function timeZone(zone: string, from: Date, now: Date): string[] {
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
