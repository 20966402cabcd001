/**
 * How a text takes in its values, in the browser and on the server: numbers and days as the reader's language writes
 * them, the Hungarian article before a name, `{{company, az}}`, and the French first of a month, `{{day, premier}}`.
 */
import type { FormatterModule, InitOptions, PostProcessorModule } from 'i18next'
import { formatsOf } from './formats.ts'

/** Numbers that are a name: nothing groups their digits. */
const names = new Set(['id', 'year', 'code', 'seed'])

/** Placeholders of days; other values of a day's shape are people's own words, such as a tag. */
const days = new Set(['day', 'date', 'until', 'minimum', 'maximum', 'from', 'to', 'before', 'after'])

/** Formats a value of a text; `az` puts the article before it, `premier` makes 1 into 1er. */
export function interpolated(value: unknown, format: string | undefined, locale = 'en', key = ''): string {
  const shown = shownValue(value, locale, key)
  if (format === 'premier') return shown === '1' ? '1er' : shown
  return format === 'az' ? `${articleOf(shown)} ${shown}` : shown
}

function shownValue(value: unknown, locale: string, key: string): string {
  if (typeof value === 'number' && !names.has(key))
    return formatsOf(locale, 'UTC').number(value, { maximumFractionDigits: maxDigits })
  return days.has(key) && isDay(value) ? formatsOf(locale, 'UTC').date(value) : String(value ?? '')
}

/** Steps of a slider may be as small. */
const maxDigits = 10

function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}

/**
 * Finds the Hungarian article of a name, a number or an abbreviation as it is read: az Etető, az 5 (öt), az 1000
 * (ezer), az FM (ef-em), but a NÉBIH.
 */
export function articleOf(name: string): 'a' | 'az' {
  const bare = name.replace(/^[^\p{L}\d]+/u, '')
  const digits = /^\d[\d\u00a0\u202f ]*/.exec(bare)?.[0].replace(/\D/g, '')
  if (digits) return digits[0] === '5' || (digits[0] === '1' && digits.length % 3 === 1) ? 'az' : 'a'
  const word = /^\p{L}+/u.exec(bare)?.[0] ?? ''
  const isSpelled = word === word.toUpperCase() && (word.length === 1 || !/[AÁEÉIÍOÓÖŐUÚÜŰ]/.test(word))
  return (isSpelled ? /^[AÁEÉFIÍLMNOÓÖŐRSUÚÜŰXY]/ : /^[aáeéiíoóöőuúüűäàâèê]/i).test(bare) ? 'az' : 'a'
}

/** A day in Hungarian ends with a full stop: the sentence that ends with it has no second one. */
export const oneFullStop: PostProcessorModule = {
  type: 'postProcessor',
  name: 'oneFullStop',
  process: text => text.replace(/(\d)\.\.(?!\.)/g, '$1.'),
}

/** Writes the values of all texts. */
export const formatter: FormatterModule = {
  type: 'formatter',
  init: () => {},
  add: () => {},
  addCached: () => {},
  format: (value, format, locale, options) => interpolated(value, format, locale, options?.interpolationkey),
}

/** What both sides give to `init`, after they use `formatter` and `oneFullStop`. */
export const interpolation = {
  interpolation: { escapeValue: false, alwaysFormat: true },
  postProcess: [oneFullStop.name],
} satisfies InitOptions
