import type { Locale } from '../../lib/language.ts'
import {
  type Day,
  dayFrom,
  dayNumbered,
  isBlank,
  momentNumbered,
  offsetOf,
  type Scope,
  scalarOf,
  textOf,
  timeFrom,
  type Value,
  type Work,
} from './values.ts'

const dayMs = 86_400_000

/** Day or moment of a value: itself, a text, or a number of days. */
function dayOf(value: Value, { now }: Scope, numbered: (days: number) => Day | undefined): Day | undefined {
  const scalar = scalarOf(value)
  if (typeof scalar === 'object') return scalar.kind === 'time' ? undefined : scalar
  if (typeof scalar === 'number') return numbered(scalar)
  const text = textOf(scalar).trim()
  return dayFrom(text, offsetOf(now)) ?? (/^-?\d+(\.\d+)?$/.test(text) ? numbered(Number(text)) : undefined)
}

const dateOf = (value: Value, scope: Scope): Value => {
  const day = dayOf(value, scope, dayNumbered)
  return day ? (dayNumbered(day.wallDays) ?? '') : ''
}

const momentOf = (value: Value, scope: Scope): Value => {
  const day = dayOf(value, scope, momentNumbered)
  if (!day) return ''
  return day.kind === 'date_time' ? day : (momentNumbered(day.days) ?? '')
}

/** Time of day of a value: a time, or that of a moment. With a zone, by the local clock. */
function timeOf(value: Value, { now }: Scope): Day | undefined {
  const scalar = scalarOf(value)
  if (typeof scalar === 'number' || typeof scalar === 'boolean') return undefined
  const text = textOf(scalar).trim()
  return timeFrom(text) ?? dayFrom(/^\d{2}:/.test(text) ? `${now.slice(0, 11)}${text}` : text, offsetOf(now))
}

function shareOfDay(value: Value, scope: Scope): number {
  const time = timeOf(value, scope)
  // In whole milliseconds, because a fraction of many days is inexact.
  const ms = time && Math.round(time.wallDays * dayMs) % dayMs
  return ms === undefined ? Number.NaN : ((ms + dayMs) % dayMs) / dayMs
}

/** Formats a day by `%` signs, in the words of the language. */
function formatted(day: Day, pattern: string, language: Locale): string {
  const at = new Date(Math.round(day.wallDays * dayMs))
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
  const day = dayOf(value, scope, momentNumbered) ?? timeOf(value, scope)
  return day ? formatted(day, textOf(pattern), scope.language) : ''
}

/**
 * Days and moments. Days count from 1 January 1970, so that `today() + 7` is a number and `date(today() + 7)` a day
 * again.
 */
/** Whole months between two days; the last day of a month is one month after any later day of the previous one. */
function monthsBetween(from: Day | undefined, to: Day | undefined): number {
  if (!from || !to) return Number.NaN
  if (to.wallDays < from.wallDays) return -monthsBetween(to, from)
  const [one, other] = [from, to].map(day => new Date(Math.floor(day.wallDays) * dayMs))
  if (!one || !other) return Number.NaN
  const months = (other.getUTCFullYear() - one.getUTCFullYear()) * 12 + other.getUTCMonth() - one.getUTCMonth()
  const lastDay = new Date(Date.UTC(other.getUTCFullYear(), other.getUTCMonth() + 1, 0)).getUTCDate()
  return other.getUTCDate() < Math.min(one.getUTCDate(), lastDay) ? months - 1 : months
}

export const dayFunctions: Record<string, Work> = {
  today: (_, { now }) => dayFrom(now.slice(0, 10)) ?? '',
  now: (_, { now }) => dayFrom(now, offsetOf(now)) ?? '',
  date: ([value = ''], scope) => dateOf(value, scope),
  'date-time': ([value = ''], scope) => momentOf(value, scope),
  'decimal-date-time': ([value = ''], scope) =>
    isBlank(scalarOf(value)) ? Number.NaN : (dayOf(value, scope, momentNumbered)?.days ?? Number.NaN),
  'decimal-time': ([value = ''], scope) => shareOfDay(value, scope),
  'difference-in-months': ([from = '', to = ''], scope) =>
    monthsBetween(dayOf(from, scope, dayNumbered), dayOf(to, scope, dayNumbered)),
  duration: (_, { now, begun }) => {
    const seconds = begun === undefined ? Number.NaN : (Date.parse(now) - Date.parse(begun)) / 1_000
    return Math.max(0, Math.floor(seconds))
  },
  'device-info': (_, { device }) => device,
  'format-date': format,
  'format-date-time': format,
}
