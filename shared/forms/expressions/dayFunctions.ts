import type { Locale } from '../../lib/language.ts'
import type { Scope, Work } from './scope.ts'
import {
  type Day,
  dayFrom,
  dayNumbered,
  isBlank,
  momentNumbered,
  offsetOf,
  scalarOf,
  textOf,
  type Value,
} from './values.ts'

/** The day or moment that a value stands for: itself, a text, or a number of days. */
function dayOf(value: Value, { now }: Scope, numbered: (days: number) => Day | undefined): Day | undefined {
  const scalar = scalarOf(value)
  if (typeof scalar === 'object') return scalar
  if (typeof scalar === 'number') return numbered(scalar)
  const text = textOf(scalar).trim()
  return dayFrom(text, offsetOf(now)) ?? (/^-?\d+(\.\d+)?$/.test(text) ? numbered(Number(text)) : undefined)
}

const dateOf = (value: Value, scope: Scope): Value => {
  const day = dayOf(value, scope, dayNumbered)
  return day ? (dayNumbered(day.days) ?? '') : ''
}

const momentOf = (value: Value, scope: Scope): Value => {
  const day = dayOf(value, scope, momentNumbered)
  if (!day) return ''
  return day.kind === 'date_time' ? day : (momentNumbered(day.days) ?? '')
}

/** A time of day as a share of the day. */
function shareOfDay(value: Value): number {
  const [, hours, minutes, seconds = '0'] = /^(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?/.exec(textOf(value).trim()) ?? []
  return (Number(hours) + Number(minutes) / 60 + Number(seconds) / 3600) / 24
}

/** A day in the form that `%` signs describe, in the words of the language. */
function formatted(day: Day, pattern: string, language: Locale): string {
  const at = new Date(Math.round(day.days * 86_400_000))
  const padded = (number: number, digits: number) => String(number).padStart(digits, '0')
  const named = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC', calendar: 'gregory' }).format(at)
  const parts: Record<string, () => string> = {
    Y: () => padded(at.getUTCFullYear(), 4),
    y: () => padded(at.getUTCFullYear() % 100, 2),
    m: () => padded(at.getUTCMonth() + 1, 2),
    n: () => String(at.getUTCMonth() + 1),
    b: () => named({ month: 'short' }),
    d: () => padded(at.getUTCDate(), 2),
    e: () => String(at.getUTCDate()),
    H: () => padded(at.getUTCHours(), 2),
    h: () => String(at.getUTCHours()),
    M: () => padded(at.getUTCMinutes(), 2),
    S: () => padded(at.getUTCSeconds(), 2),
    '3': () => padded(at.getUTCMilliseconds(), 3),
    a: () => named({ weekday: 'short' }),
    '%': () => '%',
  }
  return pattern.replace(/%(.)/gs, (written, sign: string) => parts[sign]?.() ?? written)
}

const format: Work = ([value = '', pattern = ''], scope) => {
  const day = dayOf(value, scope, momentNumbered)
  return day ? formatted(day, textOf(pattern), scope.language) : ''
}

/** Days and moments. Days count from 1 January 1970, so that `today() + 7` is a number and `date(today() + 7)` a day again. */
export const dayFunctions: Record<string, Work> = {
  today: (_, { now }) => dayFrom(now.slice(0, 10)) ?? '',
  now: (_, { now }) => dayFrom(now, offsetOf(now)) ?? '',
  date: ([value = ''], scope) => dateOf(value, scope),
  'date-time': ([value = ''], scope) => momentOf(value, scope),
  'decimal-date-time': ([value = ''], scope) =>
    isBlank(scalarOf(value)) ? Number.NaN : (dayOf(value, scope, momentNumbered)?.days ?? Number.NaN),
  'decimal-time': ([value = '']) => shareOfDay(value),
  'format-date': format,
  'format-date-time': format,
}
