import type { Locale } from '../../lib/language.ts'
import type { Answers, RowReference } from '../answers/answers.ts'
import type { ContextKey } from '../elementFields.ts'

/** What a form knows besides its answers. The same context and the same answers give the same form, in the browser and on the server. */
export type FormContext = {
  /** The moment for which it is worked out, by the clock on the wall where the form is filled in: '2026-11-21T09:30:00.000+01:00'. */
  now: string
  /** In which the words of choices and months are read. */
  language: Locale
  /** Whatever else is known without asking. */
  known?: Partial<Record<Exclude<ContextKey, 'today' | 'now' | 'language'>, string | RowReference>>
  /** What the device says of itself; nobody else knows. */
  device?: string
  /** What this person answered the last time. */
  last?: Answers
  /**
   * Values that were worked out before and are kept as they are given: those that ask for answers of last time, which only the device
   * knew, or all of them, where a submission is read that is complete.
   */
  keeps?: 'last_answers' | 'all'
  random?: () => number
}

/** A moment as the clock on the wall shows it where `minutesEast` of UTC holds. */
export function wallClock(at: Date, minutesEast = -at.getTimezoneOffset()): string {
  const wall = new Date(at.getTime() + minutesEast * 60_000).toISOString().slice(0, -1)
  const [hours, minutes] = [Math.floor(Math.abs(minutesEast) / 60), Math.abs(minutesEast) % 60]
  const zone = [hours, minutes].map(part => String(part).padStart(2, '0')).join(':')
  return `${wall}${minutesEast < 0 ? '-' : '+'}${zone}`
}

/** For questions that time and person have no part in. */
export const plainContext = (): FormContext => ({ now: wallClock(new Date()), language: 'en' })
