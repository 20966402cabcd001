import { localTime } from '#shared/lib/localTime.ts'
import type { Preferences } from '#shared/messaging/shapes.ts'

/** Whether somebody wants to be told nothing aloud at this moment, by their own clock, as the server has it. */
export function isQuietNow(preferences: Preferences | null, now: Date, timeZone: string | undefined): boolean {
  if (!preferences) return false
  const { do_not_disturb_until, quiet_from, quiet_to } = preferences
  if (do_not_disturb_until && Date.parse(do_not_disturb_until) > now.getTime()) return true
  if (!quiet_from || !quiet_to) return false
  const clock = localTime(now, timeZone).slice(11)
  return quiet_from <= quiet_to ? quiet_from <= clock && clock < quiet_to : quiet_from <= clock || clock < quiet_to
}
