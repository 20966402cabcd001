/**
 * Between the clock on the wall of a time zone and moments, for the thousands of occurrences of a calendar: asking Temporal for each takes a
 * hundred times as long. What is kept of a zone is its offset at each midnight in UTC; a day near a change of the clocks is left to Temporal.
 */
import { Temporal } from 'temporal-polyfill'
import { dayMs } from './rule.ts'

/** Offsets in minutes by zone and year, 750 bytes each. */
const tables = new Map<string, Int16Array>()
const mostTables = 2_000
const unknown = 32_767
/** Years of 366 days each, so that a day has its place without a calendar. */
const tableDays = 366

function offsetAt(zone: string, day: number): number {
  const number = Math.floor(day / tableDays)
  const key = `${zone} ${number}`
  let table = tables.get(key)
  if (!table) {
    if (tables.size >= mostTables) tables.delete(tables.keys().next().value ?? '')
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

/** The moment at which a clock shows a time. One that the clocks skip moves on by the gap; of one that comes twice, the first counts. */
export function momentAt(wall: number, zone: string): number {
  const day = Math.floor(wall / dayMs)
  const offset = offsetAt(zone, day - 1)
  if (offset === offsetAt(zone, day + 2)) return wall - Math.round(offset * 60_000)
  return plain(wall).toZonedDateTime(zone).epochMilliseconds
}

/** What the clock shows at a moment. */
export const wallAt = (moment: number, zone: string): number =>
  moment + Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone).offsetNanoseconds / 1_000_000

/** A time on the wall, as milliseconds of a clock that never changes. */
export const wallOf = (local: string): number =>
  Temporal.PlainDateTime.from(local).toZonedDateTime('UTC').epochMilliseconds

const plain = (wall: number): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO('UTC').toPlainDateTime()

/** Whether the clocks of a zone skip a time. */
export const isSkipped = (wall: number, zone: string): boolean => wallAt(momentAt(wall, zone), zone) !== wall
