/**
 * Calculates when the occurrences of a series begin, in its time zone: seven o'clock is seven in winter and summer. A
 * time that clocks skip moves by the gap (RFC 5545, section 3.3.5), of one that comes twice the first counts, and
 * rules of hours alone count elapsed hours.
 */
import { invalidField } from '#shared/lib/problem.ts'
import { previewedDates } from '#shared/tasks/rules.ts'
import { dayMs, isOfHoursAlone, type Rule, readRule, wallTimes } from './rule.ts'
import { gapsOf, localTime, momentAt, wallTimeOf } from './zonedTime.ts'

/** A series as it repeats; `startsAt` is on the clock of `timezone`, exceptions are the moments that are left out. */
export type Repeating = { recurrence: string; startsAt: string; timezone: string; exceptions: Date[] }

/** Yields the moments of a series from one on and before another, exceptions included. */
function* momentsFrom(
  { recurrence, startsAt, timezone }: Omit<Repeating, 'exceptions'>,
  from: number,
  to = Number.POSITIVE_INFINITY,
) {
  const rule = readRule(recurrence)
  const until = endOf(rule, timezone)
  const isSteady = isOfHoursAlone(rule)
  const zone = isSteady ? 'UTC' : timezone
  const start = isSteady ? momentAt(wallTimeOf(startsAt), timezone) : wallTimeOf(startsAt)
  let last = Number.NEGATIVE_INFINITY
  // A clock differs from UTC by less than a day, and skips a day at the most.
  for (const wallTime of wallTimes(rule, start, from - 2 * dayMs, Math.min(to, until) + dayMs)) {
    const moment = momentAt(wallTime, zone)
    if (moment > until || moment >= to) return
    if (moment < from || moment <= last) continue
    last = moment
    yield moment
  }
}

/** Returns the last moment that a rule allows; a day counts to its end in the zone of the series. */
function endOf({ until }: Rule, timezone: string): number {
  if (until === null) return Number.POSITIVE_INFINITY
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})Z)?$/.exec(until) ?? []
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day))
  if (hour === undefined) return momentAt(midnight + dayMs, timezone) - 1
  return midnight + Number(hour) * 3_600_000 + Number(minute) * 60_000 + Number(second) * 1_000
}

/** Throws `invalid` for a rule without any day. */
export function requireRecurrence(repeating: Omit<Repeating, 'exceptions'>): void {
  for (const _ of momentsFrom(repeating, startOf(repeating))) return
  throw invalidField('recurrence', 'never_recurs')
}

const startOf = ({ startsAt, timezone }: Pick<Repeating, 'startsAt' | 'timezone'>) =>
  momentAt(wallTimeOf(startsAt), timezone)

/** The moments from `from` (included) to `to` (not included), in order. */
export function occurrencesBetween(repeating: Repeating, from: Date, to: Date): Date[] {
  const left = new Set(repeating.exceptions.map(moment => moment.getTime()))
  const found: Date[] = []
  for (const moment of momentsFrom(repeating, from.getTime(), to.getTime()))
    if (!left.has(moment)) found.push(new Date(moment))
  return found
}

/** The first occurrence after a moment, or at it where `including`; null where the series is over. */
export function nextOccurrence(repeating: Repeating, after: Date, including = false): Date | null {
  const left = new Set(repeating.exceptions.map(moment => moment.getTime()))
  for (const moment of momentsFrom(repeating, after.getTime() + (including ? 0 : 1)))
    if (!left.has(moment)) return new Date(moment)
  return null
}

/** Whether a series has no occurrence before a moment, taken out or not. */
export function isFirstOccurrence(repeating: Repeating, at: Date): boolean {
  for (const moment of momentsFrom(repeating, startOf(repeating))) return moment >= at.getTime()
  return true
}

/** Lists the first dates of a rule for a preview. Throws `invalid` for a rule without any day. */
export function previewOf(repeating: Omit<Repeating, 'exceptions'>): string[] {
  requireRecurrence(repeating)
  const dates: string[] = []
  for (const moment of momentsFrom(repeating, startOf(repeating))) {
    dates.push(new Date(moment).toISOString())
    if (dates.length === previewedDates) break
  }
  return dates
}

/**
 * Returns the occurrence after a completion, where the series counts from that: the rule begins again on that day, at
 * its own time. `FREQ=DAILY;INTERVAL=3` is three days later.
 */
export function occurrenceAfterDone(repeating: Repeating, doneAt: Date): Date | null {
  const { timezone, startsAt } = repeating
  const day = localTime(doneAt, timezone).slice(0, 10)
  const recurrence = repeating.recurrence.replace(/;?COUNT=\d+/, '')
  const endOfDay = momentAt(wallTimeOf(`${day}T00:00`) + dayMs, timezone) - 1
  return nextOccurrence({ ...repeating, startsAt: `${day}T${startsAt.slice(11)}`, recurrence }, new Date(endOfDay))
}

/** Returns the rule for a later start, with its count reduced by the occurrences before that. */
export function countedFromOn(repeating: Repeating, at: Date): string {
  const { count } = readRule(repeating.recurrence)
  if (count === null) return repeating.recurrence
  const made = occurrencesBetween({ ...repeating, exceptions: [] }, new Date(startOf(repeating)), at).length
  return withFewer(repeating.recurrence, made)
}

/** The rule with `made` occurrences fewer, where it counts them. */
export function withFewer(recurrence: string, made: number): string {
  return recurrence.replace(/COUNT=(\d+)/, (_, count) => `COUNT=${Math.max(1, Number(count) - made)}`)
}

/** The rule, ended before a moment. */
export function endedBefore(recurrence: string, moment: Date): string {
  const last = new Date(moment.getTime() - 1000).toISOString().replace(/[-:]|\.\d+/g, '')
  const open = recurrence.replace(/;?(?:COUNT|UNTIL)=[^;]+/g, '').replace(/^;/, '')
  return `${open};UNTIL=${last}`
}

export type Moved = {
  /** What the rule says, which the clocks skip. */
  wallTime: Date
  /** When it is instead. */
  moment: Date
  /** Another occurrence is at that moment. */
  isDouble: boolean
}

/** Lists the occurrences whose time the clocks skip: calendar programs read the rule differently there. */
export function movedOccurrences({ recurrence, startsAt, timezone }: Repeating, years: number[]): Moved[] {
  const rule = readRule(recurrence)
  if (isOfHoursAlone(rule)) return []
  const [start, until] = [wallTimeOf(startsAt), endOf(rule, timezone)]
  const at = (from: number, to: number) => {
    const found = [...wallTimes(rule, start, from, to)].filter(wallTime => wallTime < to)
    return found.filter(wallTime => momentAt(wallTime, timezone) <= until)
  }
  return years.flatMap(year =>
    gapsOf(timezone, year).flatMap(({ wallTime: gap, length }) =>
      at(gap, gap + length).map(wallTime => ({
        wallTime: new Date(wallTime),
        moment: new Date(momentAt(wallTime, timezone)),
        isDouble: at(wallTime + length, wallTime + length + 1).length > 0,
      })),
    ),
  )
}
