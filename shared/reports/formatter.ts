/** Formats a report for one reader, alike on screen, on paper and in a spreadsheet. */

import type { LocalizedText } from '../lib/fields.ts'
import type { Formats } from '../lib/formats.ts'
import { type Locale, toLocale } from '../lib/language.ts'
import { type Translate, textIn } from '../lib/localizedText.ts'
import { maxDigits } from '../lib/numbers.ts'
import type { ReportPeriod } from './contract.ts'
import type { ComparedGroup, ReportBucket, ReportData } from './data.ts'
import type { ReportGrouping } from './rules.ts'

export type ReportFormatter = ReturnType<typeof reportFormatter>

/** A label inside a sentence; German keeps the capital of its nouns. */
const inSentence = (label: string, locale: Locale) => (locale === 'de' ? label : label.toLocaleLowerCase(locale))

export function reportFormatter(reader: { locale: Locale; t: Translate; formats: Formats }) {
  const { locale, t, formats } = reader
  const read = (text: LocalizedText | null | undefined, fallback = 'en') =>
    textIn(text ?? undefined, locale, toLocale(fallback)).text
  const inUnit = (value: number, unit: 'hour' | 'day' | 'week' | 'month' | 'year', digits = 0) =>
    formats.number(value, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: digits })
  const days = ({ from, to }: ReportBucket) => t('reports.between', { from: formats.date(from), to: formats.date(to) })

  return {
    ...reader,
    read,
    days,
    /** Formats a share: 28.8 is 28.8 %. */
    percent: (value: number | null) => (value === null ? '–' : formats.percent(value / 100, 1)),
    /** Short name of a part of the period: a day, the first day of a week, a month; the running one is marked. */
    bucket({ from, to }: ReportBucket, unit: 'day' | 'week' | 'month' | 'year'): string {
      const today = formats.dayOf(Date.now())
      const parts: Intl.DateTimeFormatOptions =
        unit === 'year'
          ? { year: 'numeric' }
          : { month: 'short', ...(unit === 'month' ? { year: '2-digit' } : { day: 'numeric' }) }
      const name = formats.day(from, parts)
      return unit !== 'day' && from <= today && today <= to ? t('reports.running', { name }) : name
    },
    /** Hours, or days from two of them on. */
    duration: (hours: number | null) =>
      hours === null ? '–' : hours < 48 ? inUnit(hours, 'hour', hours < 10 ? 1 : 0) : inUnit(hours / 24, 'day', 1),
    period: (period: ReportPeriod) =>
      period.kind === 'fixed' ? days(period) : t('reports.last', { span: inUnit(period.count, period.unit) }),
    /** Describes a report in a sentence. */
    sentence(
      report: { form_ids: number[]; group_by: ReportGrouping | null; period: ReportPeriod },
      data: ReportData,
    ): string {
      const named = data.forms.filter(({ id }) => report.form_ids.includes(id))
      const forms = formats.list(named.slice(0, 3).map(({ name, default_language }) => read(name, default_language)))
      const values = { forms: forms || t('reports.allForms'), period: this.period(report.period) }
      const { group_by } = report
      const said = group_by
        ? t('reports.sentenceBy', { ...values, grouping: inSentence(t(`reports.groupings.${group_by}`), locale) })
        : t('reports.sentence', values)
      return said.charAt(0).toLocaleUpperCase(locale) + said.slice(1)
    },
    group: ({ key, subject, name }: ComparedGroup, grouping: ReportGrouping | null): string => {
      if (grouping === 'question' && ['yes', 'no', 'na'].includes(key) && !read(name))
        return t(`submissions.answers.${key}`)
      return subject?.name || read(name) || (key === '' ? t('reports.none') : key)
    },
    choice: (id: string, label: LocalizedText, language: string): string =>
      read(label, language) || (['yes', 'no', 'na'].includes(id) ? t(`submissions.answers.${id}`) : id),
  }
}

/** Unit of a report's parts: days, weeks, months or years. */
export function unitOf(buckets: ReportBucket[]): 'day' | 'week' | 'month' | 'year' {
  const [longest = 1] = buckets
    .map(({ from, to }) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1)
    .toSorted((a, b) => b - a)
  if (longest <= 1) return 'day'
  if (longest <= 7) return 'week'
  return longest <= 31 ? 'month' : 'year'
}

/** Decimals that are needed to tell figures between the two apart; equal figures keep theirs. */
export const digitsBetween = (min: number, max: number): number =>
  max > min ? Math.min(maxDigits, Math.max(2, 2 - Math.floor(Math.log10(max - min)))) : maxDigits
