import type { FormContext } from '#shared/forms/evaluation/context.ts'
import { wallClock } from '#shared/forms/evaluation/context.ts'
import { offsetOf } from '#shared/forms/expressions/values.ts'
import type { Context } from '../lib/context.ts'

const hour = 3_600_000

/**
 * For which moment a submission is worked out again: the one at which the person pressed Complete, by the clock on their wall, so that
 * `today()` is the day in the barn, however late it arrives. A device whose clock is ahead of this one's is not followed into the future.
 * What the device knew of last time's answers is taken from it.
 */
export function contextFor({ now, locale }: Context, deviceTime: string | undefined): FormContext {
  const isAhead = deviceTime !== undefined && Date.parse(deviceTime) > now.getTime() + hour
  const minutesEast = deviceTime === undefined ? 0 : offsetOf(deviceTime)
  const at = deviceTime === undefined || isAhead ? now : new Date(deviceTime)
  return { now: wallClock(at, minutesEast), language: locale, keeps: 'last_answers' }
}
