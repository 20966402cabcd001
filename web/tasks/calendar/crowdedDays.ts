import type { Formats } from '#shared/lib/formats.ts'
import type { CalendarEntry } from '#shared/tasks/calendar.ts'

/** The days of which the server left something out: an entry at the head of each says how much, and leads to the day. */
export const crowdedDays = (entries: CalendarEntry[], format: Pick<Formats, 'dayOf'>) =>
  entries
    .filter(entry => entry.left_out > 0)
    .map(entry => {
      const day = format.dayOf(entry.starts_at)
      return { id: `crowded ${day}`, day, leftOut: entry.left_out }
    })
