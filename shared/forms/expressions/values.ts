import { compared, decimal } from '../../lib/decimals.ts'
import type { Locale } from '../../lib/language.ts'
import { digitsOf, maxDigits } from '../../lib/numbers.ts'
import type { Rows } from '../tables/contents.ts'
import type { Budget } from './budget.ts'

// Days, times and moments in the format of answers.

/** An existing day, as YYYY-MM-DD. */
export function isDay(value: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}

/** HH:MM, with optional seconds. */
export const isTimeOfDay = (value: string): boolean => /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?$/.test(value)

const zone = /(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?$/

/** A day and a time of day with a T between them, and an optional offset from UTC. */
export function isMoment(value: string): boolean {
  const [day = '', time] = value.replace(zone, '').split('T')
  return time !== undefined && isDay(day) && isTimeOfDay(time)
}

/** Interface of an expression to its surroundings. Evaluation knows no form. */
export type Scope = {
  /**
   * Answer to a question as seen from here: one value, or a list where it is asked in rows around which this place is
   * not.
   */
  read(name: string): Value
  /** Previous answer. */
  readLast(name: string): Value
  /** Answer in the row with these numbers, counted from 1 and from the outermost, of the named repeats. */
  readRow(name: string, rows: { repeat: string; number: number }[]): Value
  /** `.`: the answer that the expression belongs to. */
  self(): Value
  /** A column of the choice that a filter tests. */
  attribute(name: string): string
  /** Number of the row around this place; of its parent row for 2. */
  position(levels: number): number
  /** Labels of choices, given by their ids with spaces between them. */
  choiceNames(ids: string, question: string): string
  /** Rows of a table or list by its name; undefined for an unknown one, or without its content. */
  table(name: string): Rows | undefined
  random(): number
  /** Moment of the evaluation, by the local clock and with its zone. */
  now: string
  /** Time at which the form was begun, with its zone; undefined where unknown. */
  begun: string | undefined
  /** The device's own description. */
  device: string
  language: Locale
  /** Remaining budget of the evaluation. */
  budget: Budget
}

export type Work = (args: Value[], scope: Scope) => Value

// Values of expressions: texts, numbers, booleans, days and moments, and lists for questions in rows. The empty text is
// "no answer". Conversions are XPath's, with days counted from 1 January 1970 as in ODK; a text that is a date can be
// compared with dates.

/**
 * A day, a moment, or a time of day. `days` is the value for arithmetic, by the local clock now, with the time of day
 * as its fraction; `wallDays` is the same by the clock on which it was read, which differs between summer and winter.
 */
export type Day = { kind: 'date' | 'date_time' | 'time'; days: number; wallDays: number; text: string }
export type Scalar = string | number | boolean | Day
/** Values in the rows of a repeat, in their order. */
type List = { kind: 'list'; values: Scalar[] }
export type Value = Scalar | List

export const listOf = (values: Scalar[]): List => ({ kind: 'list', values })

export const isList = (value: Value): value is List => typeof value === 'object' && value.kind === 'list'

const dayMs = 86_400_000

/** First of a list; the empty text of an empty one. */
export const scalarOf = (value: Value): Scalar => (isList(value) ? (value.values[0] ?? '') : value)

export const scalarsOf = (value: Value): Scalar[] => (isList(value) ? value.values : [value])

/** Tells whether it is an answer. */
export const isBlank = (value: Scalar): boolean => value === '' || Number.isNaN(value)

export function numberOf(value: Value): number {
  const scalar = scalarOf(value)
  switch (typeof scalar) {
    case 'number':
      return scalar
    case 'boolean':
      return scalar ? 1 : 0
    case 'object':
      return scalar.days
    default:
      return numberInText(scalar)
  }
}

function numberInText(text: string): number {
  const trimmed = text.trim()
  // A longer one would silently lose digits: a scanned code is no number.
  if (/^-?(\d+(\.\d*)?|\.\d+)$/.test(trimmed)) return isKept(trimmed) ? Number(trimmed) : Number.NaN
  return dayFrom(trimmed)?.days ?? Number.NaN
}

/** Tells whether a number keeps all digits before the point; those after it are rounded. */
const isKept = (text: string) => digitsOf(text.split('.')[0] ?? '') <= maxDigits

export function textOf(value: Value): string {
  const scalar = scalarOf(value)
  if (typeof scalar === 'object') return scalar.text
  return typeof scalar === 'number' ? plainNumber(scalar) : String(scalar)
}

export function yesOrNo(value: Value): boolean {
  if (isList(value)) return value.values.length > 0
  if (typeof value === 'number') return decimal(value) !== 0 && !Number.isNaN(value)
  return typeof value === 'object' || Boolean(value)
}

/** XPath writes numbers without exponents. */
export function plainNumber(number: number): string {
  const value = decimal(number)
  const text = String(value)
  if (!text.includes('e')) return text
  return Math.abs(value) >= 1 ? BigInt(value).toString() : value.toFixed(100).replace(/\.?0+$/, '')
}

/** Parses a day or a moment, the moment by the clock `offset` minutes east of UTC; undefined for any other text. */
export function dayFrom(text: string, offset?: number): Day | undefined {
  if (isDay(text)) return plainDay('date', Date.parse(`${text}T00:00:00Z`) / dayMs, text)
  if (!isMoment(text)) return undefined
  const zone = /(Z|[+-]\d{2}:\d{2})$/.exec(text)?.[0]
  const wallDays = Date.parse(`${zone ? text.slice(0, -zone.length) : text}Z`) / dayMs
  const shift = zone && offset !== undefined ? offset - minutesEast(zone) : 0
  const days = wallDays + (shift * 60_000) / dayMs
  // An hour apart means the same place at another time of the year, whose local time people remember.
  return { kind: 'date_time', days, wallDays: zone !== 'Z' && Math.abs(shift) <= 60 ? wallDays : days, text }
}

const plainDay = (kind: Day['kind'], days: number, text: string): Day => ({ kind, days, wallDays: days, text })

/** Parses a time of day to a share of the day; undefined for any other text. */
export function timeFrom(text: string): Day | undefined {
  if (!isTimeOfDay(text)) return undefined
  return plainDay('time', Date.parse(`1970-01-01T${text}Z`) / dayMs, text)
}

function minutesEast(zone: string): number {
  if (zone === 'Z') return 0
  const [hours = 0, minutes = 0] = zone.slice(1).split(':').map(Number)
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

/** Offset of a moment in minutes east of UTC; 0 without one. */
export const offsetOf = (moment: string): number => minutesEast(/(Z|[+-]\d{2}:\d{2})$/.exec(moment)?.[0] ?? 'Z')

/** Day with this number; undefined beyond the calendar. */
export function dayNumbered(days: number): Day | undefined {
  const text = isoOf(Math.floor(days))
  return text === undefined ? undefined : plainDay('date', Math.floor(days), text.slice(0, 10))
}

/** Moment with this number, without a zone. */
export function momentNumbered(days: number): Day | undefined {
  const text = isoOf(days)
  return text === undefined ? undefined : plainDay('date_time', days, text.slice(0, -1))
}

function isoOf(days: number): string | undefined {
  const text = Number.isFinite(days) && Math.abs(days) < 1e8 ? new Date(Math.round(days * dayMs)).toISOString() : ''
  return /^\d{4}-/.test(text) ? text : undefined
}

/** XPath's =: booleans first, then numbers and days, then texts. For lists, one equal pair suffices. */
export function areEqual(left: Value, right: Value): boolean {
  if (typeof left === 'boolean' || typeof right === 'boolean') return yesOrNo(left) === yesOrNo(right)
  return scalarsOf(left).some(one => scalarsOf(right).some(other => isSame(one, other)))
}

/** XPath's !=, which is not the opposite of = for lists. */
export function areDifferent(left: Value, right: Value): boolean {
  if (typeof left === 'boolean' || typeof right === 'boolean') return yesOrNo(left) !== yesOrNo(right)
  return scalarsOf(left).some(one => scalarsOf(right).some(other => !isSame(one, other)))
}

function isSame(one: Scalar, other: Scalar): boolean {
  if (one === '' || other === '') return textOf(one) === textOf(other)
  const asNumbers = typeof one === 'number' || typeof other === 'number' || isDayValue(one) || isDayValue(other)
  return asNumbers ? compared(numberBeside(one, other), numberBeside(other, one)) === 0 : textOf(one) === textOf(other)
}

const isDayValue = (value: Scalar): value is Day => typeof value === 'object'

/** Compared with a time of day, a text like '08:00' is one too. */
const numberBeside = (value: Scalar, other: Scalar): number =>
  (typeof value === 'string' && isDayValue(other) && other.kind === 'time'
    ? timeFrom(value.trim())?.days
    : undefined) ?? numberOf(value)

/** XPath's order, by numbers; for lists, one pair suffices. */
export const compares = (left: Value, right: Value, holds: (order: number) => boolean): boolean =>
  scalarsOf(left).some(one =>
    scalarsOf(right).some(other => holds(compared(numberBeside(one, other), numberBeside(other, one)))),
  )
