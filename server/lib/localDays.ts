/** Days as the clock of a time zone has them: `2026-11-21`. */
import { Temporal } from 'temporal-polyfill'

/** A moment by the clock of a time zone. */
export const zoned = (moment: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone)

/** The day that it is somewhere. */
export const dayAt = (moment: Date, timeZone: string): string => zoned(moment, timeZone).toPlainDate().toString()

/** The moment at which a day begins somewhere: midnight, or where clocks skip that the moment after. */
export const startOfDay = (day: string, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds)

/** The moment at which a day ends somewhere, and the next begins. */
export const endOfDay = (day: string, timeZone: string): Date => startOfDay(daysLater(day, 1), timeZone)

/** Adds days to a day. */
export const daysLater = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString()

/** Adds months to a day; the last of its month where that is shorter. */
export const monthsLater = (day: string, months: number): string =>
  Temporal.PlainDate.from(day).add({ months }).toString()

/** How many days there are from one day to another. */
export const daysFrom = (day: string, other: string): number =>
  Temporal.PlainDate.from(day).until(Temporal.PlainDate.from(other), { largestUnit: 'days' }).days
