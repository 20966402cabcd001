import type { Locale } from '../../lib/language.ts'
import type { Answers, RowReference } from '../answers/answers.ts'
import type { ContextKey } from '../elementFields.ts'

/**
 * Facts of a form beside its answers. The same context and answers give the same form, in the browser and on the
 * server.
 */
export type FormContext = {
  /** Moment of the evaluation, by the local clock where the form is filled in: '2026-11-21T09:30:00.000+01:00'. */
  now: string
  /** Language of choices' labels and months' names. */
  language: Locale
  /** Other facts known without asking. */
  known?: Partial<Record<Exclude<ContextKey, 'today' | 'now' | 'language'>, string | RowReference>>
  /** The device's own description. */
  device?: string
  /** Previous answers of this person. */
  last?: Answers
  /**
   * Values that were computed before and are kept: those that depend on the previous answers, which only the device
   * knew, or all of them when a complete submission is read.
   */
  keeps?: 'last_answers' | 'all'
  random?: () => number
}

/** Formats a moment by the local clock `minutesEast` of UTC. */
export function wallClock(at: Date, minutesEast = -at.getTimezoneOffset()): string {
  const wallTime = new Date(at.getTime() + minutesEast * 60_000).toISOString().slice(0, -1)
  const [hours, minutes] = [Math.floor(Math.abs(minutesEast) / 60), Math.abs(minutesEast) % 60]
  const zone = [hours, minutes].map(part => String(part).padStart(2, '0')).join(':')
  return `${wallTime}${minutesEast < 0 ? '-' : '+'}${zone}`
}

/** For questions in which time and person play no part. */
export const plainContext = (): FormContext => ({ now: wallClock(new Date()), language: 'en' })
