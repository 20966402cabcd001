/**
 * Calculates starts and due times in the time zone of a task: a day is a calendar day there, also with 23 or 25
 * hours, while hours are hours. Temporal comes from a package, because Node 24 has it only behind a flag.
 */
import { LRUCache } from 'lru-cache'
import { Temporal } from 'temporal-polyfill'
import { dayMs } from './rule.ts'

type Occurrence = { startsAt: Date; dueAt: Date }

/**
 * Returns the occurrence at a local time. A time that clocks skip moves by the gap; of one that comes twice the first
 * counts.
 */
export const occurrenceAt = (localStart: string, dueAfter: string, timezone: string): Occurrence =>
  occurrence(Temporal.PlainDateTime.from(localStart).toZonedDateTime(timezone), dueAfter)

/** The occurrence that begins at a moment. */
export const occurrenceFrom = (start: Date, dueAfter: string, timezone: string): Occurrence =>
  occurrence(zoned(start, timezone), dueAfter)

/** Returns the local time at a moment, to the minute. */
export const localTime = (moment: Date, timezone: string): string =>
  zoned(moment, timezone).toPlainDateTime().toString({ smallestUnit: 'minute' })

const zoned = (moment: Date, timezone: string) =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timezone)

const occurrence = (start: Temporal.ZonedDateTime, dueAfter: string): Occurrence => ({
  startsAt: new Date(start.epochMilliseconds),
  dueAt: new Date(start.add(dueAfter).epochMilliseconds),
})

/** The moment a duration after another, by the clock of the zone. */
export const durationAfter = (moment: Date, duration: string, timezone: string): Date =>
  new Date(zoned(moment, timezone).add(duration).epochMilliseconds)

/** The moment a duration before another. */
export const before = (moment: Date, duration: string, timezone: string): Date =>
  new Date(zoned(moment, timezone).subtract(duration).epochMilliseconds)

/** Moves a local time as far as another was moved, in days and clock time. */
export function movedLikewise(local: string, from: string, to: string): string {
  const [start, before, after] = [local, from, to].map(each => Temporal.PlainDateTime.from(each)) as [
    Temporal.PlainDateTime,
    Temporal.PlainDateTime,
    Temporal.PlainDateTime,
  ]
  return start.add(before.until(after, { largestUnit: 'day' })).toString({ smallestUnit: 'minute' })
}

/**
 * Converts between local times and moments for thousands of occurrences; Temporal takes a hundred times as long. It
 * keeps the offset at each UTC midnight, in minutes by zone and year, and leaves days near a change to Temporal.
 */
const tables = new LRUCache<string, Int16Array>({ max: 2_000 })
const unknown = 32_767
/** Years of 366 days each, so that a day has its place without a calendar. */
const tableDays = 366

function offsetAt(zone: string, day: number): number {
  const number = Math.floor(day / tableDays)
  const key = `${zone} ${number}`
  let table = tables.get(key)
  if (!table) {
    table = new Int16Array(tableDays).fill(unknown)
    tables.set(key, table)
  }
  const place = day - number * tableDays
  const known = table[place] ?? unknown
  if (known !== unknown) return known
  const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(day * dayMs).toZonedDateTimeISO(zone)
  const minutes = offsetNanoseconds / 60_000_000_000
  // Before zones were agreed on, clocks differed by seconds too: those are asked each time.
  if (Number.isInteger(minutes)) table[place] = minutes
  return minutes
}

/**
 * Returns the moment of a local time. One that clocks skip moves by the gap; of one that comes twice the first
 * counts.
 */
export function momentAt(wallTime: number, zone: string): number {
  const day = Math.floor(wallTime / dayMs)
  const offset = offsetAt(zone, day - 1)
  if (offset === offsetAt(zone, day + 2)) return wallTime - Math.round(offset * 60_000)
  return plain(wallTime).toZonedDateTime(zone).epochMilliseconds
}

/** A wall time, as milliseconds of a clock that never changes. */
export const wallTimeOf = (local: string): number =>
  Temporal.PlainDateTime.from(local).toZonedDateTime('UTC').epochMilliseconds

const plain = (wallTime: number): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(wallTime).toZonedDateTimeISO('UTC').toPlainDateTime()

type Gap = { wallTime: number; length: number }

/** The gaps of a zone by year, some hundred bytes each. */
const gaps = new LRUCache<string, Gap[]>({ max: 5_000 })

/** The times that the clocks of a zone skip in a year: from which on, and for how long. */
export function gapsOf(zone: string, year: number): Gap[] {
  const key = `${zone} ${year}`
  const known = gaps.get(key)
  if (known) return known
  const found: Gap[] = []
  const end = Temporal.ZonedDateTime.from({ year: year + 1, month: 1, day: 1, timeZone: zone })
  let next = Temporal.ZonedDateTime.from({ year, month: 1, day: 1, timeZone: zone })
    .subtract({ nanoseconds: 1 })
    .getTimeZoneTransition('next')
  while (next && Temporal.ZonedDateTime.compare(next, end) < 0) {
    const before = next.subtract({ nanoseconds: 1 })
    const length = (next.offsetNanoseconds - before.offsetNanoseconds) / 1_000_000
    if (length > 0) found.push({ wallTime: next.epochMilliseconds + before.offsetNanoseconds / 1_000_000, length })
    next = next.getTimeZoneTransition('next')
  }
  gaps.set(key, found)
  return found
}
