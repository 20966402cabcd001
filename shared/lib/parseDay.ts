/**
 * Parses typed days, for answers, fields and imports. Each language has its order (22.11.2026, 22/11/2026, 2026. 11.
 * 22.); ISO (2026-11-22), digits without separators, Arabic digits, names of months, and a missing or short year are
 * understood everywhere.
 */

import { westernDigits } from './folding.ts'
import type { Locale } from './language.ts'

const patterns: Record<Locale, string> = {
  en: 'd/m/y',
  hu: 'y. m. d.',
  de: 'd.m.y',
  fr: 'd/m/y',
  ar: 'd/m/y',
}

/** Formats a day (YYYY-MM-DD) as it is typed in a language: 22.11.2026. */
export function typedDay(day: string, locale: Locale): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return patterns[locale].replace('y', year).replace('m', month).replace('d', date)
}

/** Bound of a typed day with its time, in any language. */
export const maxDay = 100

/** Order of day and month in a column, as its other cells show; `mixed` where they contradict each other. */
export type DayOrder = 'day-first' | 'month-first' | 'mixed'

type Reading = {
  /** Today, for a missing year or century. */
  today: string
  /** Accepts only a year of four digits: while somebody types, and in files. */
  wholeYear?: boolean
  order?: DayOrder | null | undefined
}

/** Parses a typed day to YYYY-MM-DD; null for none, or for an ambiguous one in a column of mixed order. */
export function parseDay(text: string, locale: Locale, { today, wholeYear = false, order }: Reading): string | null {
  if (text.length > maxDay) return null
  const western = westernDigits(text)
    .replace(/[\u200e\u200f\u061c]/g, '')
    .replace(/\b1er\b/i, '1')
  const plain = withMonthNumber(western.toLocaleLowerCase(locale), locale)
  if (plain === null) return null
  const numeric = plain === western.toLocaleLowerCase(locale) ? dayAndMonth(plain) : null
  if (numeric && order === 'mixed' && numeric.first <= 12 && numeric.second <= 12 && numeric.first !== numeric.second)
    return null
  const isMonthFirst = numeric && (order === 'mixed' ? numeric.second > 12 : order === 'month-first')
  const groups = partsOf(plain, patterns[locale].startsWith('y'))
  const year = groups && yearOf(groups.year, today)
  if (!groups || year === null || year === undefined) return null
  if (wholeYear && groups.year.length !== 4) return null
  return isMonthFirst
    ? realDay(year, Number(groups.day), Number(groups.month))
    : realDay(year, Number(groups.month), Number(groups.day))
}

/** Derives the order of a column from cells in which one number is more than 12. Null without any. */
export function dayOrderOf(cells: Iterable<string>): DayOrder | null {
  const found = new Set<DayOrder>()
  for (const cell of cells) {
    const numeric = cell.length > maxDay ? null : dayAndMonth(westernDigits(cell))
    if (!numeric || numeric.first > 31 || numeric.second > 31) continue
    if (numeric.first > 12 && numeric.second <= 12) found.add('day-first')
    if (numeric.second > 12 && numeric.first <= 12) found.add('month-first')
  }
  return found.size > 1 ? 'mixed' : ([...found][0] ?? null)
}

/** First two numbers of a day whose year comes last. */
function dayAndMonth(text: string): { first: number; second: number } | null {
  const [, first, second] = /^\s*(\d{1,2})\s*[-./ ]\s*(\d{1,2})\s*[-./ ]\s*\d{4}\b/.exec(text) ?? []
  return first && second ? { first: Number(first), second: Number(second) } : null
}

/** Replaces the month's name by its number; null where words name no month. */
function withMonthNumber(text: string, locale: Locale): string | null {
  const word = /\p{L}[\p{L}\p{M}]*/u.exec(text)?.[0]
  if (!word) return text
  const month = monthNames(locale).findIndex(names =>
    names.some(name => word === name || (word.length > 2 && name.startsWith(word))),
  )
  return month < 0 ? null : text.replace(word, ` ${month + 1} `)
}

const knownMonths = new Map<Locale, string[][]>()

/**
 * The names of a language's months. Made once: the formats are dear, and an import reads every cell in all languages.
 */
function monthNames(locale: Locale): string[][] {
  const known = knownMonths.get(locale)
  if (known) return known
  const formats = (['long', 'short'] as const).map(month => new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' }))
  const months = Array.from({ length: 12 }, (_, month) =>
    formats.map(format =>
      format
        .format(Date.UTC(2026, month, 15))
        .toLocaleLowerCase(locale)
        .replace('.', ''),
    ),
  )
  knownMonths.set(locale, months)
  return months
}

type Parts = { year: string; month: string; day: string }

/** Assigns year, month and day, by the number with four digits and by the language's order; the year may be missing. */
function partsOf(text: string, isYearFirst: boolean): Parts | null {
  const [first = '', second = '', third = '', ...more] = text.match(/\d+/g) ?? []
  if (more.length > 0 || !first) return null
  if (!second)
    return first.length !== 8
      ? null
      : isYearFirst
        ? { year: first.slice(0, 4), month: first.slice(4, 6), day: first.slice(6) }
        : { year: first.slice(4), month: first.slice(2, 4), day: first.slice(0, 2) }
  if (!third) return isYearFirst ? { year: '', month: first, day: second } : { year: '', month: second, day: first }
  if (first.length === 4 || (isYearFirst && third.length < 3)) return { year: first, month: second, day: third }
  return { year: third, month: second, day: first }
}

/** Two digits are the nearest year, at most twenty years ahead; no digits are this year. */
function yearOf(digits: string, today: string): number | null {
  const now = Number(today.slice(0, 4))
  if (digits === '') return now
  if (digits.length === 4) return Number(digits)
  if (digits.length !== 2) return null
  const ofThisCentury = Math.floor(now / 100) * 100 + Number(digits)
  return ofThisCentury > now + 20 ? ofThisCentury - 100 : ofThisCentury
}

/** Returns the day if the calendar has it. */
function realDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal && year >= 1000 ? date.toISOString().slice(0, 10) : null
}
