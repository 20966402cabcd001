/** When a mail or a push may come: not in the quiet hours of whoever gets it, and at their hour where they want one a day. */
import { Temporal } from 'temporal-polyfill'

export type QuietHours = { quietFrom: string | null; quietTo: string | null }

/** Those that hold for somebody: their own, none, or the company's. */
export function quietHoursOf(
  own: (QuietHours & { isNeverQuiet: boolean }) | undefined,
  company: QuietHours | undefined,
): QuietHours {
  const none = { quietFrom: null, quietTo: null }
  if (own?.isNeverQuiet) return none
  return own?.quietFrom && own.quietTo ? own : (company ?? none)
}

type Wishes = { quietFrom: string | null; quietTo: string | null; digestAt: string | null }

/** The moment until which it waits, by the person's clock; null: it goes at once. */
export function whenMailed(now: Date, { quietFrom, quietTo, digestAt }: Wishes, timeZone: string): Date | null {
  return digestAt ? nextAt(now, digestAt, timeZone) : quietUntil(now, { quietFrom, quietTo }, timeZone)
}

/** The end of the quiet hours in which this moment lies; null: it lies in none. */
export function quietUntil(
  now: Date,
  { quietFrom, quietTo }: Pick<Wishes, 'quietFrom' | 'quietTo'>,
  timeZone: string,
): Date | null {
  if (!quietFrom || !quietTo || quietFrom === quietTo) return null
  const clock = zoned(now, timeZone).toPlainTime().toString({ smallestUnit: 'minute' })
  const isQuiet = quietFrom < quietTo ? clock >= quietFrom && clock < quietTo : clock >= quietFrom || clock < quietTo
  return isQuiet ? nextAt(now, quietTo, timeZone) : null
}

const zoned = (moment: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone)

/** The next time that the clock shows this. */
function nextAt(now: Date, clock: string, timeZone: string): Date {
  const here = zoned(now, timeZone)
  const today = here.withPlainTime(Temporal.PlainTime.from(clock))
  const next = Temporal.ZonedDateTime.compare(today, here) > 0 ? today : today.add({ days: 1 })
  return new Date(next.epochMilliseconds)
}
