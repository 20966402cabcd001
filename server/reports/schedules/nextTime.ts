import { Temporal } from 'temporal-polyfill'
import type { ReportSchedule } from '#shared/reports/schedule.ts'

type Rhythm = Pick<ReportSchedule, 'rhythm' | 'weekday' | 'hour'> & { monthDay: number }

/** The first moment after `now` that the rhythm names, by the clock of the zone; an hour that clocks skip is the one after. */
export function nextTime({ rhythm, weekday, monthDay, hour }: Rhythm, now: Date, timeZone: string): Date {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
  const isDay = (day: Temporal.PlainDate) =>
    rhythm === 'day' || (rhythm === 'week' ? day.dayOfWeek === weekday : day.day === monthDay)
  for (let ahead = 0; ; ahead++) {
    const day = today.add({ days: ahead })
    if (!isDay(day)) continue
    const at = day.toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime(hour) }).epochMilliseconds
    if (at > now.getTime()) return new Date(at)
  }
}
