/** The parts of a printed report that are tables of what was measured, found, done and kept. */
import { maxDigits } from '#shared/lib/numbers.ts'
import type { ReportData } from '#shared/reports/data.ts'
import { digitsBetween, type ReportFormatter, unitOf } from '#shared/reports/formatter.ts'
import { bucketsOf } from '#shared/reports/period.ts'
import { type Template, templateAt } from '../lib/pdf/template.ts'

export function prevalence({ prevalence: measures }: ReportData, words: ReportFormatter): PrintedPart[] {
  if (!measures || measures.length === 0) return []
  const { t, formats, percent, read } = words
  return [
    {
      title: t('reports.partNames.prevalence'),
      lines: [],
      tables: measures.map(one => ({
        title: read(one.label, one.default_language),
        line: t('reports.scale', {
          question: read(one.scale.question, one.default_language),
          grade: formats.number(one.scale.at_least),
          version: formats.number(one.scale.version),
        }),
        table: tableOf(
          [
            t('reports.herd'),
            ...(['population', 'counted', 'affected', 'share', 'interval'] as const).map(name => t(`reports.${name}`)),
          ],
          one.herds
            .slice(0, maxHerds)
            .map(herd => [
              formats.commas(
                [formats.list(herd.subjects.map(({ name }) => name)), formats.date(herd.completed_at)].filter(Boolean),
              ),
              herd.population === null ? '–' : formats.number(herd.population),
              formats.number(herd.counted),
              formats.number(herd.affected),
              percent(herd.percent),
              herd.interval
                ? t('reports.intervalSaid', { low: percent(herd.interval.low), high: percent(herd.interval.high) })
                : herd.no_interval
                  ? t(`reports.noInterval.${herd.no_interval}`)
                  : '',
            ]),
        ),
      })),
    },
  ]
}

const maxHerds = 30

export function heatMap(data: ReportData, words: ReportFormatter): PrintedPart | null {
  const { t, formats, read } = words
  if (!data.heat_map || data.heat_map.length === 0) return null
  const buckets = bucketsOf(data, data.first_day)
  const unit = unitOf(buckets)
  // A page is as wide as it is: of a longer time the latest.
  const first = Math.max(0, buckets.length - maxColumns)
  return {
    title: t('reports.partNames.heat_map'),
    lines: [t('reports.heatHint')],
    tables: [],
    heat: {
      head: buckets.slice(first).map(bucket => words.bucket(bucket, unit)),
      rows: data.heat_map.slice(0, maxQuestions).map(row => ({
        name: read(row.label, row.default_language),
        cells: row.cells.slice(first).map(({ judged, failed }) => ({
          label: judged === 0 ? '' : formats.percent(failed / judged),
          heat: judged === 0 ? -1 : failed / judged,
        })),
      })),
    },
  }
}

const maxColumns = 13
const maxQuestions = 40

export function distribution({ distribution: questions }: ReportData, words: ReportFormatter): PrintedPart | null {
  if (!questions || questions.length === 0) return null
  const { t, formats, percent, read } = words
  return {
    title: t('reports.partNames.distribution'),
    lines: [],
    tables: questions.slice(0, maxQuestions).map(one => {
      const unit = read(one.numbers?.unit)
      const digits = one.numbers ? digitsBetween(one.numbers.min, one.numbers.max) : maxDigits
      const said = (value: number, maximumFractionDigits = maxDigits) =>
        [formats.number(value, { maximumFractionDigits }), unit].filter(Boolean).join(' ')
      return {
        title: read(one.label, one.default_language),
        line: one.is_hidden
          ? t('reports.hidden')
          : `${t('reports.answers')}${t('common.colon')} ${formats.number(one.answered)}`,
        table: one.choices
          ? tableOf(
              [t('reports.answers'), t('reports.share'), t('reports.submissions')],
              one.choices.map(({ id, label, count, percent: share }) => [
                words.choice(id, label, one.default_language),
                percent(share),
                formats.number(count),
              ]),
            )
          : one.numbers
            ? tableOf(
                [t('reports.mean'), t('reports.median'), t('reports.range')],
                [
                  [
                    said(one.numbers.mean, digits),
                    said(one.numbers.median, digits),
                    `${said(one.numbers.min)} – ${said(one.numbers.max)}`,
                  ],
                ],
              )
            : tableOf([], []),
      }
    }),
  }
}

export function findings({ findings: found }: ReportData, words: ReportFormatter): PrintedPart | null {
  if (!found || found.opened === 0) return null
  const { t, formats, duration, read } = words
  return {
    title: t('reports.partNames.findings'),
    lines: [
      `${t('reports.opened')}${t('common.colon')} ${formats.number(found.opened)} · ` +
        `${t('reports.closed')}${t('common.colon')} ${formats.number(found.closed)} · ` +
        `${t('reports.open')}${t('common.colon')} ${formats.number(found.open)}`,
      `${t('reports.medianTime')}${t('common.colon')} ${duration(found.median_hours)}`,
    ],
    tables: untitled(
      tableOf(
        [t('reports.question'), t('reports.opened'), t('reports.open'), t('reports.medianTime')],
        found.questions.map(one => [
          read(one.label, one.default_language) || t('reports.none'),
          formats.number(one.opened),
          formats.number(one.open),
          duration(one.median_hours),
        ]),
      ),
    ),
  }
}

export function completion({ completion: tasks }: ReportData, words: ReportFormatter): PrintedPart | null {
  if (!tasks || tasks.due === 0) return null
  const { t, formats, percent } = words
  const names = { due: 'due', in_time: 'inTime', late: 'late', skipped: 'skipped', not_done: 'notDone' } as const
  const columns = Object.keys(names) as (keyof typeof names)[]
  return {
    title: t('reports.partNames.completion'),
    lines: [`${t('reports.rate')}${t('common.colon')} ${percent(tasks.percent)}`],
    tables: untitled(
      tableOf(
        [t('reports.time'), t('reports.rate'), ...columns.map(name => t(`reports.${names[name]}`))],
        [
          ...tasks.over_time.map(part => [
            words.days(part),
            percent(part.percent),
            ...columns.map(name => formats.number(part[name])),
          ]),
          [t('reports.total'), percent(tasks.percent), ...columns.map(name => formats.number(tasks[name]))],
        ],
      ),
    ),
  }
}

export function registers({ registers: rows }: ReportData, { t, formats }: ReportFormatter): PrintedPart | null {
  if (!rows || rows.length === 0) return null
  const states = ['ok', 'attention', 'stop', 'unknown'] as const
  return {
    title: t('reports.partNames.registers'),
    lines: [],
    tables: untitled(
      tableOf(
        [t('reports.register'), ...states.map(state => t(`reports.states.${state}`)), t('reports.total')],
        rows.map(row => [
          t(`reports.registers.${row.type}`),
          ...states.map(state => formats.number(row[state])),
          formats.number(row.total),
        ]),
      ),
    ),
  }
}

// What `report.typ` prints. Every text is ready in the reader's language, every number as that language writes it.

/** As many as a page holds; on the screen there are more. */
export const maxPictures = 9

type PrintedTable = {
  head: string[]
  rows: string[][]
}
/** A bar of a chart: parts stand upon each other, in the order of the legend. */
type PrintedBars = { legend: string[]; bars: { name: string; parts: number[]; label: string }[] }

export type PrintedPart = {
  title: string
  /** Lines under the title. */
  lines: string[]
  bars?: PrintedBars
  tables: { title: string; line: string; table: PrintedTable }[]
  heat?: { head: string[]; rows: { name: string; cells: { label: string; heat: number }[] }[] }
  pictures?: { name: string; caption: string; about?: string }[]
}

export type ReportDocument = {
  language: 'en' | 'hu' | 'de' | 'fr' | 'ar'
  direction: 'ltr' | 'rtl'
  labels: { page: string; picture: string; picture_missing: string }
  company: string
  title: string
  sentence: string
  description: string
  /** The first page: what kind of document it is, and its facts: of which days and forms, made when and by whom. */
  cover: { kind: string; facts: { label: string; value: string }[] }
  /** What limits it: that it shows only what the reader may see, that it is of people without names. */
  notes: string[]
  /** In the foot of every page: of which days, counted when. */
  about: string[]
  numbers: { label: string; value: string; before: string }[]
  parts: PrintedPart[]
}

export const reportTemplate: Template<ReportDocument> = templateAt(new URL('./report.typ', import.meta.url))

export const tableOf = (head: string[], rows: string[][]): PrintedTable => ({ head, rows })
export const untitled = (table: PrintedTable) => [{ title: '', line: '', table }]
