/** Formats dates, numbers and lists for a language and a time zone, alike on screens, in mails and on paper. */
import { localDay } from './localTime.ts'

type Moment = string | number | Date
const cache = new Map<string, unknown>()

function cached<T>(key: string, make: () => T): T {
  const found = cache.get(key) as T | undefined
  if (found) return found
  const made = make()
  cache.set(key, made)
  return made
}

/** A day without a time ("2026-11-20") is the same day everywhere. */
const isDay = (value: Moment): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** European English, and Western digits in Arabic too, as in ear tags and scores. */
const tags: Record<string, string> = { en: 'en-GB', ar: 'ar-u-nu-latn' }

/** Formats of a language and a time zone. Components use `useFormat` (web/lib/format.ts). */
export function formatsOf(locale: string, timeZone: string | undefined) {
  const tag = tags[locale] ?? locale
  const comma = locale === 'ar' ? '، ' : ', '
  // The medium form of Arabic is figures with slashes, which are drawn from the right: 2026/11/20.
  const medium: NonNullable<Intl.DateTimeFormatOptions['dateStyle']> = locale === 'ar' ? 'long' : 'medium'
  const dates = (options: Intl.DateTimeFormatOptions, zone = timeZone) =>
    cached(
      `${tag} ${zone} ${JSON.stringify(options)}`,
      () => new Intl.DateTimeFormat(tag, { timeZone: zone, ...options }),
    )
  const numbers = (options: Intl.NumberFormatOptions) =>
    cached(`${tag} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(tag, options))
  const show = (value: Moment, { dateStyle, ...parts }: Intl.DateTimeFormatOptions) => {
    const options = { ...(dateStyle && { dateStyle: dateStyle === 'medium' ? medium : dateStyle }), ...parts }
    const shown = dates(options, isDay(value) ? 'UTC' : timeZone).format(new Date(value))
    // French counts the first of a month: 1er décembre.
    return locale === 'fr' ? shown.replace(/(^|\s)1(?=\s\p{L})/u, '$11er') : shown
  }

  return {
    /** 20 Nov 2026 */
    date: (value: Moment) => show(value, { dateStyle: 'medium' }),
    /** Friday, 20 November */
    weekday: (value: Moment) => show(value, { weekday: 'long', day: 'numeric', month: 'long' }),
    /** A day without a time, with the requested parts: November 2026. */
    day: (value: string, options: Intl.DateTimeFormatOptions) => show(value, options),
    /** 20 Nov 2026, 10:42 */
    dateTime: (value: Moment) => show(value, { dateStyle: 'medium', timeStyle: 'short' }),
    /** 10:42 */
    time: (value: Moment) => show(value, { timeStyle: 'short' }),
    number: (value: number, options: Intl.NumberFormatOptions = {}) => numbers(options).format(value),
    /** 0.83 → 83 % */
    percent: (share: number, digits = 0) => numbers({ style: 'percent', maximumFractionDigits: digits }).format(share),
    /** 3 hours ago, in 2 days */
    relative(value: Moment, now: Moment = Date.now()) {
      const seconds = Math.round((new Date(value).getTime() - new Date(now).getTime()) / 1000)
      const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
      const relative = cached(`${tag} relative`, () => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }))
      const said = relative.format(size === 1 ? 0 : Math.round(seconds / size), unit)
      // Says "after five minutes"; the word of the standard means "within" them.
      return locale === 'ar' ? said.replace(/^خلال /, 'بعد ') : said
    },
    /** a, b and c; a, b or c */
    list: (items: string[], type: 'conjunction' | 'disjunction' = 'conjunction') =>
      cached(`${tag} list ${type}`, () => new Intl.ListFormat(tag, { type })).format(items),
    /** a, b, c: names beside each other that make no sentence. */
    commas: (items: string[]) => items.join(comma),
    comma,
    /** Calendar day of a moment in the person's time zone, as YYYY-MM-DD. */
    dayOf: (value: Moment) => localDay(new Date(value), timeZone),
  }
}

export type Formats = ReturnType<typeof formatsOf>
