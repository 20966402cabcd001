import type { FormContext } from '#shared/forms/evaluation/context.ts'
import { wallClock } from '#shared/forms/evaluation/context.ts'
import { offsetOf } from '#shared/forms/expressions/values.ts'
import type { Context } from '../lib/context.ts'
import type { FoundSubmission } from './queries.ts'

const hour = 3_600_000
/** A clock that is further off than these is wrong: no device was ahead by more, and none was away for longer. */
const believed = { ahead: hour, behind: 400 * 24 * hour }

/** How far a device's clock may be behind and still be believed. */
export const clockTolerance = 7 * 24 * hour

/** The moment before which a submission cannot be completed: its beginning, or the publication of its version. */
export const earliestCompletion = ({ startedAt, publishedAt }: Pick<FoundSubmission, 'startedAt' | 'publishedAt'>) =>
  new Date(Math.max(startedAt.getTime(), publishedAt.getTime() - clockTolerance))

/**
 * Returns the moment for which a submission is evaluated: the one at which the person pressed Complete, by the clock on
 * their wall, so that `today()` is the day in the barn, however late it arrives. Where that clock is wrong the server's
 * counts, in the device's zone; a moment before `earliest` counts as that. What the device worked out of last time's
 * answers is taken from it.
 */
export function contextFor(
  { now, locale }: Pick<Context, 'now' | 'locale'>,
  deviceTime: string | undefined,
  earliest: Date,
  startedAt?: Date,
): FormContext {
  const said = deviceTime === undefined ? Number.NaN : Date.parse(deviceTime)
  const ahead = said - now.getTime()
  const isBelieved = ahead <= believed.ahead && ahead >= -believed.behind
  const at = isBelieved ? new Date(Math.max(said, earliest.getTime())) : now
  const minutesEast = deviceTime === undefined ? 0 : offsetOf(deviceTime)
  const known = startedAt && { started_at: wallClock(startedAt, minutesEast) }
  return { now: wallClock(at, minutesEast), language: locale, keeps: 'last_answers', ...(known && { known }) }
}

/** When it was completed: the moment for which it is worked out, but never later than now. */
export const completionOf = ({ now }: Pick<Context, 'now'>, context: FormContext): Date =>
  new Date(Math.min(now.getTime(), Date.parse(context.now)))
