import { eq } from 'drizzle-orm'
import type { FileAnswer } from '#shared/lib/contract.ts'
import { formatsOf } from '#shared/lib/formats.ts'
import type { ReportData } from '#shared/reports/data.ts'
import { reportWords } from '#shared/reports/words.ts'
import { findCompany, logoForDocument } from '../companies/queries.ts'
import type { Context } from '../lib/context.ts'
import type { Storage } from '../lib/files/storage.ts'
import { companyOrPlace } from '../lib/heavy/companyOrPlace.ts'
import { heavyWork } from '../lib/heavy/heavyWork.ts'
import { renderPdf } from '../lib/pdf/render.ts'
import { users } from '../users/table.ts'
import { reportData } from './data.ts'
import { documentOf } from './document.ts'
import { presentReport, type ReportRow } from './queries.ts'
import { mostPictures, reportTemplate } from './reportDocument.ts'

/** The report as a PDF in the reader's language. Everything is counted now; rendering waits until the connection is free. */
export async function reportPdf(ctx: Context, report: ReportRow): Promise<FileAnswer> {
  const [data, shown, company, [reader]] = await Promise.all([
    reportData(ctx, report),
    presentReport(ctx, report),
    findCompany(ctx.db, report.companyId),
    ctx.db.select({ timeZone: users.timeZone }).from(users).where(eq(users.id, ctx.actor.id)),
  ])
  const { storage, texts } = ctx.services
  const formats = formatsOf(ctx.locale, reader?.timeZone ?? data.time_zone)
  const words = reportWords({ locale: ctx.locale, t: texts(ctx.locale), formats })
  const document = documentOf(shown, data, words, company?.name ?? '')
  const whose = companyOrPlace(ctx.actor, ctx.ip)
  return async () => ({
    content: await heavyWork('document', whose, async () =>
      renderPdf(reportTemplate, document, {
        ...(await readPictures(storage, data)),
        ...(await logoForDocument(storage, company)),
      }),
    ),
    filename: `${report.name.replace(/[\p{Cc}/\\:*?"<>|]/gu, ' ').trim()} ${data.to}.pdf`,
  })
}

/** By number; one that is not in the store is left out, and the document says so in its place. */
async function readPictures(storage: Storage, { photos }: ReportData): Promise<Record<string, Uint8Array>> {
  const pictures = await Promise.all(
    (photos?.photos ?? [])
      .slice(0, mostPictures)
      .map(async ({ id, path }) => [String(id), await storage.read(path).catch(() => null)] as const),
  )
  return Object.fromEntries(pictures.filter((picture): picture is [string, Buffer] => picture[1] !== null))
}
