import { eq } from 'drizzle-orm'
import type { AskedKind } from '#shared/documents/options.ts'
import type { FileAnswer } from '#shared/lib/contract.ts'
import { formatsOf } from '#shared/lib/formats.ts'
import { reportWords } from '#shared/reports/words.ts'
import { findCompany, logoPathForDocument } from '../companies/queries.ts'
import { printedAtOnce } from '../documents/commands.ts'
import type { Paper } from '../documents/questions.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { filenameOf } from '../lib/files/filename.ts'
import { users } from '../users/table.ts'
import { reportData } from './data.ts'
import { documentOf } from './document.ts'
import { accessReport, presentReport, type ReportRow } from './queries.ts'
import { mostPictures, type ReportDocument, reportTemplate } from './reportDocument.ts'

/** The report as a PDF in the reader's language. Everything is counted now; rendering waits until the connection is free. */
export const reportPdf = async (ctx: Context, report: ReportRow): Promise<FileAnswer> =>
  printedAtOnce(ctx, await reportPaper(ctx, report))

/** The same for whoever asks by its number. */
export const paperOfReport = async (_: Database, { ctx, kind, recordId }: Asked): Promise<Paper | null> =>
  kind === 'report' ? reportPaper(ctx, await accessReport(ctx, recordId, 'read')) : null
type Asked = { ctx: Context; kind: AskedKind; recordId: number }

async function reportPaper(ctx: Context, report: ReportRow): Promise<Paper<ReportDocument>> {
  const [data, shown, company, [reader]] = await Promise.all([
    reportData(ctx, report),
    presentReport(ctx, report),
    findCompany(ctx.db, report.companyId),
    ctx.db.select({ timeZone: users.timeZone }).from(users).where(eq(users.id, ctx.actor.id)),
  ])
  const formats = formatsOf(ctx.locale, reader?.timeZone ?? data.time_zone)
  const words = reportWords({ locale: ctx.locale, t: ctx.services.texts(ctx.locale), formats })
  const document = documentOf(shown, data, words, company?.name ?? '')
  // Counted at another time of the same day with the same result, it is the same report.
  const countedAt = (time: string) => words.t('reports.madeAt', { time })
  const [moment, day] = [countedAt(formats.dateTime(data.made_at)), countedAt(formats.date(data.made_at))]
  const timeless = { about: document.about.map(line => (line === moment ? day : line)) }
  return {
    ...{ kind: 'report', companyId: report.companyId, recordId: report.id },
    ...{ template: reportTemplate, data: document, timeless, isSealed: true },
    pictures: {
      ...Object.fromEntries(
        (data.photos?.photos ?? []).slice(0, mostPictures).map(({ id, path }) => [String(id), path]),
      ),
      ...logoPathForDocument(company),
    },
    filename: `${filenameOf(report.name)} ${data.to}.pdf`,
  }
}
