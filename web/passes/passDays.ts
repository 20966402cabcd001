/** Days of passes by the clock of the company, wherever a manager is, and how many lie between them. */
import { localDay } from '#shared/lib/localTime.ts'
import { momentAt } from '#shared/lib/momentAt.ts'
import type { Pass } from '#shared/passes/contract.ts'

const dayMs = 24 * 3600_000

type Zone = string | undefined

export const today = (timeZone: Zone): string => localDay(Date.now(), timeZone)

/** A day, counted from another. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** The first moment of a day in the company. */
export const startOf = (day: string, timeZone: Zone): Date => new Date(momentAt(`${day}T00:00`, timeZone))

/** The first moment after a day. */
export const endOf = (day: string, timeZone: Zone): Date => startOf(daysAfter(day, 1), timeZone)

/** The last day of a pass: it ends with it, at the first moment of the next. */
export const lastDayOf = ({ ends_at }: Pick<Pass, 'ends_at'>, timeZone: Zone): string =>
  localDay(Date.parse(ends_at) - 1, timeZone)

/** How many days a pass is valid, one at least. */
export const validDays = ({ starts_at, ends_at }: Pick<Pass, 'starts_at' | 'ends_at'>): number =>
  Math.max(1, Math.round((Date.parse(ends_at) - Date.parse(starts_at)) / dayMs))

/** How many days of records a pass shows; null where it has no first day. */
export function recordDays(
  { first_day, last_day, starts_at }: Pick<Pass, 'first_day' | 'last_day' | 'starts_at'>,
  timeZone: Zone,
) {
  if (!first_day) return null
  const last = last_day ?? localDay(Date.parse(starts_at), timeZone)
  return Math.max(1, Math.round((Date.parse(last) - Date.parse(first_day)) / dayMs) + 1)
}

/** The day after the last one of an earlier pass; of one without it, the day of its start, after which all is new. */
export const dayAfterPass = ({ last_day, starts_at }: Pick<Pass, 'last_day' | 'starts_at'>, timeZone: Zone): string =>
  last_day ? daysAfter(last_day, 1) : localDay(Date.parse(starts_at), timeZone)

/** How far a pass is, by the clock of this device. */
export function stateOfPass(
  { revoked_at, starts_at, ends_at }: Pick<Pass, 'revoked_at' | 'starts_at' | 'ends_at'>,
  now = new Date(),
): 'coming' | 'valid' | 'ended' | 'revoked' {
  if (revoked_at) return 'revoked'
  if (new Date(ends_at) <= now) return 'ended'
  return new Date(starts_at) > now ? 'coming' : 'valid'
}
