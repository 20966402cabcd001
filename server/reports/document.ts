/** A report as the printed document of one reader: the same parts as on the screen, in words. */
import { directionOf } from '#shared/lib/language.ts'
import type { Report } from '#shared/reports/contract.ts'
import type { ReportData } from '#shared/reports/data.ts'
import { type ReportFormatter, unitOf } from '#shared/reports/formatter.ts'
import {
  completion,
  distribution,
  findings,
  heatMap,
  maxPictures,
  type PrintedPart,
  prevalence,
  type ReportDocument,
  registers,
  tableOf,
  untitled,
} from './documentParts.ts'

/** `reader` is who has it made, with whose rights it is counted. */
export function documentOf(
  report: Report,
  data: ReportData,
  words: ReportFormatter,
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
      page: t('reports.pdf.page'),
      picture: t('submissions.pdf.picture'),
      picture_missing: t('submissions.pdf.picture_missing'),
    },
    company,
    title: report.name,
    sentence: words.sentence(report, data),
    description: report.description ?? '',
    cover: {
      kind: t('reports.pdf.kind'),
      facts: [
        { label: t('reports.period'), value: words.days(data) },
        ...(data.site ? [{ label: t('reports.groupings.site'), value: siteOf(data.site, words) }] : []),
        { label: t('reports.forms'), value: formsSaid(report, data, words) },
        { label: t('reports.pdf.created'), value: formats.dateTime(data.made_at) },
        ...(reader ? [{ label: t('reports.pdf.createdBy'), value: reader }] : []),
        ...(report.created_by_name && report.created_by_name !== reader
          ? [{ label: t('reports.pdf.setUpBy'), value: report.created_by_name }]
          : []),
      ],
    },
    notes: [
      ...(data.is_everything ? [] : [t('reports.ownOnly')]),
      ...(data.is_anonymous ? [t('reports.anonymous')] : []),
    ],
    about: [
      ...(data.site ? [siteOf(data.site, words)] : []),
      words.days(data),
      t('reports.madeAt', { time: formats.dateTime(data.made_at) }),
    ],
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
function formsSaid({ form_ids }: Report, { forms }: ReportData, { t, formats, read }: ReportFormatter): string {
  const named = forms.filter(({ id }) => form_ids.includes(id))
  const shown = named.slice(0, maxForms).map(({ name, default_language }) => isolated(read(name, default_language)))
  if (shown.length === 0) return t('reports.allForms')
  return formats.list(named.length > shown.length ? [...shown, '…'] : shown)
}

const maxForms = 12

const siteOf = (site: NonNullable<ReportData['site']>, { formats }: ReportFormatter) =>
  formats.list(site.map(({ name }) => isolated(name)))

/** Keeps its own direction among words of another one. */
const isolated = (words: string) => `\u2068${words}\u2069`

function trend({ trend: points, totals }: ReportData, words: ReportFormatter): PrintedPart | null {
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

function comparison({ group_by }: Report, data: ReportData, words: ReportFormatter): PrintedPart | null {
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

function photos({ photos: part }: ReportData, { t, formats, read }: ReportFormatter): PrintedPart | null {
  if (!part || part.photos.length === 0) return null
  const shown = part.photos.slice(0, maxPictures)
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
