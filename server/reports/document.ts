/** A report as the printed document of one reader: the same parts as on the screen, in words. */
import { directionOf } from '#shared/lib/language.ts'
import type { Report } from '#shared/reports/contract.ts'
import type { ReportData } from '#shared/reports/data.ts'
import { bucketsOf } from '#shared/reports/period.ts'
import { type ReportWords, unitOf } from '#shared/reports/words.ts'
import { mostPictures, type PaperPart, type PaperTable, type ReportDocument } from './reportDocument.ts'

/** `reader` is who has it made, with whose rights it is counted. */
export function documentOf(
  report: Report,
  data: ReportData,
  words: ReportWords,
  { company, reader }: { company: string; reader: string },
): ReportDocument {
  const { locale, t, formats, percent } = words
  const { totals, before } = data
  const number = (name: 'submissions' | 'good' | 'attention' | 'act' | 'critical', label: string) => ({
    label,
    value: formats.number(totals[name]),
    before: t('reports.before', { value: formats.number(before[name]) }),
  })
  return {
    language: locale,
    direction: directionOf(locale),
    labels: {
      page: t('reports.paper.page'),
      picture: t('submissions.pdf.picture'),
      picture_missing: t('submissions.pdf.picture_missing'),
    },
    company,
    title: report.name,
    sentence: words.sentence(report, data),
    description: report.description ?? '',
    cover: {
      kind: t('reports.paper.kind'),
      facts: [
        { label: t('reports.period'), value: words.days(data) },
        { label: t('reports.forms'), value: formsSaid(report, data, words) },
        { label: t('reports.paper.created'), value: formats.dateTime(data.made_at) },
        ...(reader ? [{ label: t('reports.paper.createdBy'), value: reader }] : []),
        ...(report.created_by_name && report.created_by_name !== reader
          ? [{ label: t('reports.paper.setUpBy'), value: report.created_by_name }]
          : []),
      ],
    },
    notes: [
      ...(data.is_everything ? [] : [t('reports.ownOnly')]),
      ...(data.is_anonymous ? [t('reports.anonymous')] : []),
    ],
    about: [words.days(data), t('reports.madeAt', { time: formats.dateTime(data.made_at) })],
    numbers: [
      number('submissions', t('reports.submissions')),
      {
        label: t('reports.average'),
        value: percent(totals.average),
        before: t('reports.before', { value: percent(before.average) }),
      },
      ...(['good', 'attention', 'act'] as const).map(band => number(band, t(`submissions.pdf.${band}`))),
      number('critical', t('reports.critical')),
    ],
    parts: [
      trend(data, words),
      comparison(report, data, words),
      ...prevalence(data, words),
      heatMap(data, words),
      distribution(data, words),
      findings(data, words),
      completion(data, words),
      registers(data, words),
      photos(data, words),
    ].filter(part => part !== null),
  }
}

/** The forms that it counts by name, those that are no more than a few lines. */
function formsSaid({ form_ids }: Report, { forms }: ReportData, { t, formats, read }: ReportWords): string {
  const named = forms.filter(({ id }) => form_ids.includes(id))
  const shown = named.slice(0, mostForms).map(({ name, default_language }) => isolated(read(name, default_language)))
  if (shown.length === 0) return t('reports.allForms')
  return formats.list(named.length > shown.length ? [...shown, '…'] : shown)
}

const mostForms = 12

/** Keeps its own direction among words of another one. */
const isolated = (words: string) => `\u2068${words}\u2069`

const tableOf = (head: string[], rows: string[][]): PaperTable => ({ head, rows })
const untitled = (table: PaperTable) => [{ title: '', line: '', table }]

function trend({ trend: points, totals }: ReportData, words: ReportWords): PaperPart | null {
  if (!points || totals.submissions === 0) return null
  const { t, formats, percent } = words
  const unit = unitOf(points)
  const bands = ['good', 'attention', 'act', 'unrated'] as const
  const nameOf = (band: (typeof bands)[number]) => t(band === 'unrated' ? 'reports.unrated' : `submissions.pdf.${band}`)
  const shown = bands.filter(band => points.some(point => point[band] > 0))
  return {
    title: t('reports.partNames.trend'),
    lines: [],
    bars: {
      legend: bands.map(nameOf),
      bars: points.map(point => ({
        name: words.bucket(point, unit),
        parts: bands.map(band => point[band]),
        label: point.average === null ? '' : formats.percent(point.average / 100),
      })),
    },
    tables: untitled(
      tableOf(
        [t('reports.time'), t('reports.average'), ...shown.map(nameOf), t('reports.submissions')],
        points.map(point =>
          point.is_hidden
            ? [words.days(point), t('reports.hidden')]
            : [
                words.days(point),
                percent(point.average),
                ...shown.map(band => formats.number(point[band])),
                formats.number(point.submissions),
              ],
        ),
      ),
    ),
  }
}

function comparison({ group_by }: Report, data: ReportData, words: ReportWords): PaperPart | null {
  const { t, formats, percent } = words
  if (!data.comparison || !group_by || data.comparison.groups.length === 0) return null
  const { groups, is_partly_hidden } = data.comparison
  return {
    title: t('reports.partNames.comparison'),
    lines: is_partly_hidden ? [t('reports.hidden')] : [],
    tables: untitled(
      tableOf(
        [
          t(`reports.groupings.${group_by}`),
          ...[t('reports.average'), t('submissions.pdf.act'), t('reports.critical'), t('reports.submissions')],
        ],
        groups.map(group => [
          words.group(group, group_by),
          percent(group.average),
          ...[group.act, group.critical, group.submissions].map(value => formats.number(value)),
        ]),
      ),
    ),
  }
}

function prevalence({ prevalence: measures }: ReportData, words: ReportWords): PaperPart[] {
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
            .slice(0, mostHerds)
            .map(herd => [
              [formats.list(herd.subjects.map(({ name }) => name)), formats.date(herd.completed_at)]
                .filter(Boolean)
                .join(', '),
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

const mostHerds = 30

function heatMap(data: ReportData, words: ReportWords): PaperPart | null {
  const { t, formats, read } = words
  if (!data.heat_map || data.heat_map.length === 0) return null
  const buckets = bucketsOf(data)
  const unit = unitOf(buckets)
  // A page is as wide as it is: of a longer time the latest.
  const first = Math.max(0, buckets.length - mostColumns)
  return {
    title: t('reports.partNames.heat_map'),
    lines: [t('reports.heatHint')],
    tables: [],
    heat: {
      head: buckets.slice(first).map(bucket => words.bucket(bucket, unit)),
      rows: data.heat_map.slice(0, mostQuestions).map(row => ({
        name: read(row.label, row.default_language),
        cells: row.cells.slice(first).map(({ judged, failed }) => ({
          label: judged === 0 ? '' : formats.percent(failed / judged),
          heat: judged === 0 ? -1 : failed / judged,
        })),
      })),
    },
  }
}

const mostColumns = 13
const mostQuestions = 40

function distribution({ distribution: questions }: ReportData, words: ReportWords): PaperPart | null {
  if (!questions || questions.length === 0) return null
  const { t, formats, percent, read } = words
  return {
    title: t('reports.partNames.distribution'),
    lines: [],
    tables: questions.slice(0, mostQuestions).map(one => {
      const unit = read(one.numbers?.unit)
      const said = (value: number) =>
        [formats.number(value, { maximumFractionDigits: 2 }), unit].filter(Boolean).join(' ')
      return {
        title: read(one.label, one.default_language),
        line: one.is_hidden ? t('reports.hidden') : `${t('reports.answers')}: ${formats.number(one.answered)}`,
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
                    said(one.numbers.mean),
                    said(one.numbers.median),
                    `${said(one.numbers.min)} – ${said(one.numbers.max)}`,
                  ],
                ],
              )
            : tableOf([], []),
      }
    }),
  }
}

function findings({ findings: found }: ReportData, words: ReportWords): PaperPart | null {
  if (!found || found.opened === 0) return null
  const { t, formats, duration, read } = words
  return {
    title: t('reports.partNames.findings'),
    lines: [
      `${t('reports.opened')}: ${formats.number(found.opened)} · ${t('reports.closed')}: ${formats.number(found.closed)} · ${t('reports.open')}: ${formats.number(found.open)}`,
      `${t('reports.medianTime')}: ${duration(found.median_hours)}`,
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

function completion({ completion: tasks }: ReportData, words: ReportWords): PaperPart | null {
  if (!tasks || tasks.due === 0) return null
  const { t, formats, percent } = words
  const names = { due: 'due', in_time: 'inTime', late: 'late', skipped: 'skipped', not_done: 'notDone' } as const
  const columns = Object.keys(names) as (keyof typeof names)[]
  return {
    title: t('reports.partNames.completion'),
    lines: [`${t('reports.rate')}: ${percent(tasks.percent)}`],
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

function registers({ registers: rows }: ReportData, { t, formats }: ReportWords): PaperPart | null {
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

function photos({ photos: part }: ReportData, { t, formats, read }: ReportWords): PaperPart | null {
  if (!part || part.photos.length === 0) return null
  const shown = part.photos.slice(0, mostPictures)
  return {
    title: t('reports.partNames.photos'),
    lines: [t('reports.morePhotos', { shown: formats.number(shown.length), total: formats.number(part.total) })],
    tables: [],
    pictures: shown.map(({ id, subjects, form_name, completed_at, caption }) => {
      const where = isolated(formats.list(subjects) || read(form_name))
      const when = isolated(formats.dateTime(completed_at))
      return caption
        ? { name: String(id), caption, about: `${where} · ${when}` }
        : { name: String(id), caption: `${where} · ${when}` }
    }),
  }
}
