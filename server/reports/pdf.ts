import { eq } from 'drizzle-orm'
import type { FileAnswer } from '#shared/lib/contract.ts'
import { filenameOf } from '#shared/lib/filename.ts'
import { formatsOf } from '#shared/lib/formats.ts'
import { reportFormatter } from '#shared/reports/formatter.ts'
import { users } from '../accounts/table.ts'
import { findCompany, logoPathForDocument } from '../companies/queries.ts'
import { printedAtOnce } from '../documents/commands.ts'
import type { PdfSource, Wanted } from '../documents/ports.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { namedAtSite } from '../locations/queries.ts'
import { reportData } from './data.ts'
import { documentOf } from './document.ts'
import { maxPictures, type ReportDocument, reportTemplate } from './documentParts.ts'
import { accessReport, presentReport, type ReportRow } from './queries.ts'
import { sealedResult } from './sealed/seal.ts'

/**
 * The report as a PDF in the reader's language. Everything is counted now; rendering waits until the connection is
 * free.
 */
export const reportPdf = async (ctx: Context, report: ReportRow): Promise<FileAnswer> =>
  printedAtOnce(ctx, await reportSource(ctx, report))

/** The same by the report's number. */
export const reportPdfSource = async (
  _: Database,
  { ctx, kind, recordId }: Wanted & { ctx: Context },
): Promise<PdfSource | null> =>
  kind === 'report' ? reportSource(ctx, await accessReport(ctx, recordId, 'read')) : null

/** The report as it is printed now, in the reader's language. */
export async function reportSource(ctx: Context, report: ReportRow): Promise<PdfSource<ReportDocument>> {
  const [data, shown, company, [reader]] = await Promise.all([
    reportData(ctx, report),
    presentReport(ctx, report),
    findCompany(ctx.db, report.companyId),
    ctx.db.select({ name: users.name, timeZone: users.timeZone }).from(users).where(eq(users.id, ctx.actor.id)),
  ])
  const formats = formatsOf(ctx.locale, reader?.timeZone ?? data.time_zone)
  const words = reportFormatter({ locale: ctx.locale, t: ctx.services.texts(ctx.locale), formats })
  const record = await sealedResult(ctx.db, report, data)
  const document = documentOf(shown, data, words, { company: company?.name ?? '', reader: reader?.name ?? '' })
  // Counted at another time of the same day with the same result, it is the same report.
  const [moment, day] = [formats.dateTime(data.made_at), formats.date(data.made_at)]
  const daily = (line: string) => line.replace(moment, day)
  const facts = document.cover.facts.map(({ label, value }) => ({ label, value: daily(value) }))
  const timeless = { about: document.about.map(daily), cover: { ...document.cover, facts } }
  return {
    ...{ kind: 'report', companyId: report.companyId, recordId: report.id },
    ...{ template: reportTemplate, data: document, timeless, isSealed: true, record },
    pictures: {
      ...Object.fromEntries(
        (data.photos?.photos ?? [])
          .slice(0, maxPictures)
          .map(({ id, path, preview_path }) => [String(id), preview_path ?? path]),
      ),
      ...logoPathForDocument(company),
    },
    filename: filenameOf(await namedAtSite(ctx, report.name), ` ${data.to}.pdf`),
  }
}
