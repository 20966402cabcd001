import { eq } from 'drizzle-orm'
import type { FileAnswer } from '#shared/lib/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import { isPicture } from '#shared/submissions/givenFiles.ts'
import { wordsFor } from '#shared/submissions/words.ts'
import { findCompany } from '../companies/queries.ts'
import type { Context } from '../lib/context.ts'
import { renderPdf } from '../lib/pdf/render.ts'
import { PdfRenderError } from '../lib/pdf/renderError.ts'
import type { Storage } from '../lib/storage.ts'
import { users } from '../users/table.ts'
import { documentOf } from './document.ts'
import { presentDetail } from './present.ts'
import type { FoundSubmission } from './queries.ts'

/** The submission as a PDF in the reader's language. Everything is looked up now; rendering waits until the connection is free. */
export async function submissionPdf(ctx: Context, found: FoundSubmission): Promise<FileAnswer> {
  const [submission, company, [reader]] = await Promise.all([
    presentDetail(ctx.db, found),
    findCompany(ctx.db, found.companyId),
    ctx.db.select({ timeZone: users.timeZone }).from(users).where(eq(users.id, ctx.actor.id)),
  ])
  const { storage, texts } = ctx.services
  const timeZone = reader?.timeZone ?? 'UTC'
  const words = wordsFor({ locale: ctx.locale, timeZone, t: texts(ctx.locale) }, found.definition)
  const document = documentOf(submission, words, { companyName: company?.name ?? '', now: ctx.now })
  const day = words.formats.dayOf(found.completedAt ?? ctx.now)
  return async () => ({
    content: await renderPdf('submission', document, await readPictures(storage, submission)).catch(refuseWhenBusy),
    filename: `${document.form.name.replace(/[\p{Cc}/\\:*?"<>|]/gu, ' ').trim()} ${day}.pdf`,
  })
}

/** By uuid; one that is not in the store is left out, and the document says so in its place. */
async function readPictures(storage: Storage, { files }: SubmissionDetail): Promise<Record<string, Uint8Array>> {
  const pictures = await Promise.all(
    files.filter(isPicture).map(async ({ uuid, path }) => [uuid, await storage.read(path).catch(() => null)] as const),
  )
  return Object.fromEntries(pictures.filter((picture): picture is [string, Buffer] => picture[1] !== null))
}

function refuseWhenBusy(error: unknown): never {
  throw error instanceof PdfRenderError && error.reason === 'busy' ? new Problem('unavailable') : error
}
