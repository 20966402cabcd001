import { eq } from 'drizzle-orm'
import type { FileAnswer } from '#shared/lib/contract.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import { isPicture } from '#shared/submissions/givenFiles.ts'
import { momentOf } from '#shared/submissions/report.ts'
import { wordsFor } from '#shared/submissions/words.ts'
import { findCompany, logoForDocument } from '../companies/queries.ts'
import { workedOut } from '../forms/evaluation/queries.ts'
import type { Context } from '../lib/context.ts'
import type { Storage } from '../lib/files/storage.ts'
import { companyOrPlace } from '../lib/heavy/companyOrPlace.ts'
import { heavyWork } from '../lib/heavy/heavyWork.ts'
import { renderPdf } from '../lib/pdf/render.ts'
import { users } from '../users/table.ts'
import { documentOf } from './document.ts'
import { presentDetail } from './present.ts'
import type { FoundSubmission } from './queries.ts'
import { submissionTemplate } from './submissionDocument.ts'

/** The submission as a PDF in the reader's language. Everything is looked up now; rendering waits until the connection is free. */
export async function submissionPdf(ctx: Context, found: FoundSubmission): Promise<FileAnswer> {
  const [submission, company, [reader]] = await Promise.all([
    presentDetail(ctx, found),
    findCompany(ctx.db, found.companyId),
    ctx.db.select({ timeZone: users.timeZone }).from(users).where(eq(users.id, ctx.actor.id)),
  ])
  const { storage, texts } = ctx.services
  const timeZone = reader?.timeZone ?? 'UTC'
  const words = wordsFor({ locale: ctx.locale, timeZone, t: texts(ctx.locale) }, found.definition)
  const { definition, answers } = submission
  const state = await workedOut(ctx, definition, answers, momentOf(submission, words))
  const document = documentOf(submission, state, words, { companyName: company?.name ?? '', now: ctx.now })
  const day = words.formats.dayOf(found.completedAt ?? ctx.now)
  const whose = companyOrPlace(ctx.actor, ctx.ip)
  return async () => ({
    content: await heavyWork('document', whose, async () =>
      renderPdf(submissionTemplate, document, {
        ...(await readPictures(storage, submission)),
        ...(await logoForDocument(storage, company)),
      }),
    ),
    filename: `${document.form.name.replace(/[\p{Cc}/\\:*?"<>|]/gu, ' ').trim()} ${day}.pdf`,
  })
}

/** By uuid; one that is not in the store is left out, and the document says so in its place. */
export async function readPictures(storage: Storage, { files }: SubmissionDetail): Promise<Record<string, Uint8Array>> {
  const pictures = await Promise.all(
    files.filter(isPicture).map(async ({ uuid, path }) => [uuid, await storage.read(path).catch(() => null)] as const),
  )
  return Object.fromEntries(pictures.filter((picture): picture is [string, Buffer] => picture[1] !== null))
}
