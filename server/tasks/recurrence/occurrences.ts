/**
 * When an occurrence begins and when it is due. Both are reckoned on the clock of the task's time zone: a day is a calendar day
 * there, also the 23 or 25 hours long one on which clocks change, while hours are hours. Temporal does the reckoning; Node 24 has
 * it only behind a flag, so it comes from a package, and reads the zones that Node itself carries.
 */
import { Temporal } from 'temporal-polyfill'

export type Occurrence = { startsAt: Date; dueAt: Date }

/** The occurrence that begins at a local time. A time that clocks skip moves on by the gap; of one that comes twice, the first counts. */
export const occurrenceAt = (localStart: string, dueAfter: string, timezone: string): Occurrence =>
  occurrence(Temporal.PlainDateTime.from(localStart).toZonedDateTime(timezone), dueAfter)

/** The occurrence that begins at a moment. */
export const occurrenceFrom = (start: Date, dueAfter: string, timezone: string): Occurrence =>
  occurrence(zoned(start, timezone), dueAfter)

/** What the clock shows at a moment, to the minute. */
export const localTime = (moment: Date, timezone: string): string =>
  zoned(moment, timezone).toPlainDateTime().toString({ smallestUnit: 'minute' })

/** When the day of a moment began there. */
export const startOfDay = (moment: Date, timezone: string): Date =>
  new Date(zoned(moment, timezone).startOfDay().epochMilliseconds)

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

/** A local time, moved as far as another was: from `from` to `to`, by the days and the clock of the wall. */
export function movedLikewise(local: string, from: string, to: string): string {
  const [start, before, after] = [local, from, to].map(each => Temporal.PlainDateTime.from(each)) as [
    Temporal.PlainDateTime,
    Temporal.PlainDateTime,
    Temporal.PlainDateTime,
  ]
  return start.add(before.until(after, { largestUnit: 'day' })).toString({ smallestUnit: 'minute' })
}
