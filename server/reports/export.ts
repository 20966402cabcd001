/** A report as a spreadsheet: a line for each submission, and as a workbook also what the report shows of them. */

import { desc, sql } from 'drizzle-orm'
import type { FileAnswer } from '#shared/lib/contract.ts'
import type { ExportFormat } from '#shared/lib/fileKinds.ts'
import { filenameOf } from '#shared/lib/filename.ts'
import { formatsOf } from '#shared/lib/formats.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { ReportData } from '#shared/reports/data.ts'
import { type ReportFormatter, reportFormatter } from '#shared/reports/formatter.ts'
import { fairnessKey } from '../lib/concurrency/fairnessKey.ts'
import { inThread } from '../lib/concurrency/threads.ts'
import type { Context } from '../lib/context.ts'
import type { NewSheet } from '../lib/spreadsheets/workbook.ts'
import { namedAtSite } from '../locations/queries.ts'
import { subjectsOf } from '../subjects/queries.ts'
import { peopleOf } from '../submissions/listQueries.ts'
import { submissionSubjects, submissions } from '../submissions/table.ts'
import { type Selection, selectionOf } from './counting/selection.ts'
import { versionsOf } from './counting/totals.ts'
import { reportData } from './data.ts'
import type { ToExport } from './exportThread.ts'
import type { ReportRow } from './queries.ts'

/** Spreadsheet programs take more, and nobody reads more; the newest. */
const maxRows = 20_000
/** Of their answers; more is a spreadsheet that no program opens. */
export const maxExported = { bytes: 64 * 1024 * 1024 }

export async function exportReport(ctx: Context, report: ReportRow, format: ExportFormat): Promise<FileAnswer> {
  const selection = await selectionOf(ctx, report)
  await requireExportable(ctx, selection)
  const [rows, versions] = await Promise.all([
    ctx.db
      .select({
        id: submissions.id,
        formId: submissions.formId,
        versionId: submissions.formVersionId,
        userId: submissions.userId,
        writtenBy: submissions.writtenBy,
        contact: submissions.contact,
        completedAt: submissions.completedAt,
        scorePercent: submissions.scorePercent,
        band: submissions.band,
        criticalFailed: submissions.criticalFailed,
        // As text: they are read in the thread.
        answers: sql<string>`${submissions.answers}::text`,
      })
      .from(submissions)
      .where(selection.where)
      .orderBy(desc(submissions.completedAt), desc(submissions.id))
      .limit(maxRows),
    versionsOf(selection),
  ])
  const [subjects, people, data] = await Promise.all([
    subjectsOf(
      ctx.db,
      submissionSubjects,
      submissionSubjects.submissionId,
      rows.map(({ id }) => id),
    ),
    peopleOf(ctx.db, [...new Set(rows.flatMap(({ userId }) => userId ?? []))]),
    reportData(ctx, report),
  ])
  const t = ctx.services.texts(ctx.locale)
  const words = reportFormatter({ locale: ctx.locale, t, formats: formatsOf(ctx.locale, selection.zone) })
  const wanted: ToExport = {
    format,
    locale: ctx.locale,
    zone: selection.zone,
    name: t('reports.sheets.submissions'),
    columns: (['number', 'day', 'time', 'form', 'person', 'about', 'score', 'rating', 'critical'] as const).map(name =>
      t(`reports.columns.${name}`),
    ),
    texts: Object.fromEntries(
      [...['yes', 'no', 'na'].map(id => `submissions.answers.${id}`), ...bandTexts].map(key => [key, t(key)]),
    ),
    // The questions of several forms have no columns in common.
    versions: new Set(rows.map(({ formId }) => formId)).size === 1 ? versions : [],
    forms: Object.fromEntries(
      data.forms.map(({ id, name, default_language }) => [id, words.read(name, default_language)]),
    ),
    rows: rows.map(({ userId, writtenBy, contact, completedAt, ...row }) => ({
      ...row,
      // An anonymous submission must not be recognised by its minute either.
      hasTime: userId !== null || contact !== null,
      completedAt: completedAt?.toISOString() ?? '',
      person: writtenBy ?? ((userId && people.get(userId)) || ''),
      subjects: subjects.get(row.id)?.map(({ name }) => name) ?? [],
    })),
    sheets: format === 'xlsx' ? sheetsOf(data, report, words) : [],
  }
  const filename = filenameOf(await namedAtSite(ctx, report.name), `.${format}`)
  const key = fairnessKey(ctx.actor, ctx.ip)
  return async () => ({
    content: await inThread<ToExport, Uint8Array>(
      'spreadsheet',
      key,
      new URL('./exportThread.ts', import.meta.url),
      wanted,
    ),
    filename,
    ...(format === 'csv' && { contentType: 'text/csv; charset=utf-8' }),
  })
}

/** Throws `too_large` where the answers are more than one file holds. */
async function requireExportable({ db }: Context, { where }: Selection): Promise<void> {
  const newest = db
    .select({ bytes: sql<number>`octet_length(${submissions.answers}::text)`.as('bytes') })
    .from(submissions)
    .where(where)
    .orderBy(desc(submissions.completedAt), desc(submissions.id))
    .limit(maxRows)
    .as('newest')
  const [all] = await db.select({ bytes: sql<number>`coalesce(sum(${newest.bytes}), 0)::float8` }).from(newest)
  if ((all?.bytes ?? 0) > maxExported.bytes) throw new Problem('too_large', { text: 'report_too_large' })
}

const bandTexts = ['good', 'attention', 'act'].map(band => `submissions.pdf.${band}`)

/** What the report shows, a sheet for each part that is a table. */
function sheetsOf(data: ReportData, report: ReportRow, words: ReportFormatter): NewSheet<string | number>[] {
  const { t } = words
  const names = {
    when: t('reports.time'),
    average: t('reports.columns.score'),
    submissions: t('reports.submissions'),
    good: t('submissions.pdf.good'),
    attention: t('submissions.pdf.attention'),
    act: t('submissions.pdf.act'),
    critical: t('reports.critical'),
  }
  const countsOf = (row: {
    average: number | null
    submissions: number
    good: number
    attention: number
    act: number
    critical: number
  }) => ({
    [names.submissions]: row.submissions,
    [names.average]: row.average ?? '',
    [names.good]: row.good,
    [names.attention]: row.attention,
    [names.act]: row.act,
    [names.critical]: row.critical,
  })
  const counted = [names.submissions, names.average, names.good, names.attention, names.act, names.critical]
  const group = report.groupBy ? t(`reports.groupings.${report.groupBy}`) : ''
  const [question, answer, count, share] = [
    t('reports.question'),
    t('reports.answers'),
    t('reports.submissions'),
    t('reports.share'),
  ]
  const site = t('reports.groupings.site')
  return [
    { name: site, columns: [site], rows: (data.site ?? []).map(({ name }) => ({ [site]: name })) },
    {
      name: t('reports.sheets.trend'),
      columns: [names.when, ...counted],
      rows: (data.trend ?? []).map(point => ({
        [names.when]: point.from === point.to ? point.from : `${point.from} – ${point.to}`,
        ...(point.is_hidden ? {} : countsOf(point)),
      })),
    },
    {
      name: t('reports.sheets.comparison'),
      columns: [group, ...counted],
      rows: (data.comparison?.groups ?? []).map(one => ({
        [group]: words.group(one, report.groupBy),
        ...countsOf(one),
      })),
    },
    {
      name: t('reports.sheets.answers'),
      columns: [question, answer, count, share],
      rows: (data.distribution ?? []).flatMap(one =>
        (one.choices ?? []).map(choice => ({
          [question]: words.read(one.label, one.default_language),
          [answer]: words.choice(choice.id, choice.label, one.default_language),
          [count]: choice.count,
          [share]: choice.percent ?? '',
        })),
      ),
    },
  ].filter(({ rows }) => rows.length > 0)
}
