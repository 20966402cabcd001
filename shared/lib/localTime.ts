/**
 * Days and times of day in a time zone as machines read them. They are put together from the parts of a format: a
 * language's own way of writing a day differs between engines and is no format to read from.
 */

const formats = new Map<string | undefined, Intl.DateTimeFormat>()

function formatOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric' },
    ...{ month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  })
  formats.set(timeZone, format)
  return format
}

/**
 * The day and time of day of a moment, `2026-11-20T07:00`.
 *
 * @param timeZone a name of IANA; without one, the zone of the device
 */
export function localTime(moment: number | Date, timeZone: string | undefined): string {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of formatOf(timeZone).formatToParts(moment)) parts[type] = value
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`
}

/** The calendar day of a moment, `2026-11-20`. */
export const localDay = (moment: number | Date, timeZone: string | undefined): string =>
  localTime(moment, timeZone).slice(0, 10)
