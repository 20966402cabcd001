import { and, eq, max } from 'drizzle-orm'
import type { AskedKind } from '#shared/documents/rules.ts'
import type { FileAnswer } from '#shared/lib/contract.ts'
import { filenameOf } from '#shared/lib/filename.ts'
import { type Locale, localeOf } from '#shared/lib/language.ts'
import type { SubmissionDetail } from '#shared/submissions/contract.ts'
import { formatterFor } from '#shared/submissions/formatter.ts'
import { momentOf } from '#shared/submissions/report.ts'
import { zoneOfPerson } from '../../accounts/queries.ts'
import { users } from '../../accounts/table.ts'
import { findCompany, logoPathForDocument } from '../../companies/queries.ts'
import { printedAtOnce } from '../../documents/commands.ts'
import type { PdfSource } from '../../documents/ports.ts'
import type { FileRow } from '../../files/queries.ts'
import { evaluateForm } from '../../forms/evaluation/queries.ts'
import type { Context, Services } from '../../lib/context.ts'
import type { Database } from '../../lib/db/pools.ts'
import { ifMissing, type Storage } from '../../lib/files/storage.ts'
import type { Template } from '../../lib/pdf/template.ts'
import { filesShown, presentDetail } from '../present.ts'
import { accessSubmission, type FoundSubmission } from '../queries.ts'
import { submissionVersions } from '../table.ts'
import { documentOf } from './document.ts'
import { printedPaths } from './pictures.ts'
import { labelsIn, type SubmissionDocument, submissionTemplate } from './submissionDocument.ts'

/**
 * Prints a submission in the reader's language. Everything is read now; rendering starts when the connection is free.
 */
export const submissionPdf = async (ctx: Context, found: FoundSubmission): Promise<FileAnswer> =>
  printedAtOnce(ctx, await submissionSource(ctx, found))

/** The same by the number of the submission, for the documents of a company. */
export const submissionPdfSource = async (_: Database, { ctx, kind, recordId }: Asked): Promise<PdfSource | null> =>
  kind === 'submission' ? submissionSource(ctx, await accessSubmission(ctx, recordId, 'read')) : null
type Asked = { ctx: Context; kind: AskedKind; recordId: number }

async function submissionSource(ctx: Context, found: FoundSubmission): Promise<PdfSource<SubmissionDocument>> {
  const [submission, company, timeZone, [latest]] = await Promise.all([
    presentDetail(ctx, found),
    findCompany(ctx.db, found.companyId),
    zoneOfPerson(ctx.db, ctx.actor.id),
    ctx.db
      .select({ number: max(submissionVersions.number) })
      .from(submissionVersions)
      .where(and(eq(submissionVersions.companyId, found.companyId), eq(submissionVersions.submissionId, found.id))),
  ])
  const { data, files, words } = await worded(ctx, found, { submission, timeZone, companyName: company?.name ?? '' })
  const day = words.formats.dayOf(found.completedAt ?? ctx.now)
  return {
    ...{ kind: 'submission', companyId: found.companyId, recordId: found.id, version: latest?.number ?? 1 },
    ...{ template: submissionTemplate, data, timeless: { generatedAt: '' } },
    pictures: {
      ...printedPaths(files),
      ...logoPathForDocument(company),
    },
    filename: filenameOf(data.form.name, ` ${day}.pdf`),
    // A draft is in no chain, and what was reopened becomes a version of what it follows.
    isSealed: found.status === 'complete' && found.followsAs !== 'reopening',
  }
}

/** A record of any kind, printed as submissions are; one without a form has no version of a form. */
export type RecordDocument = Omit<SubmissionDocument, 'form'> & {
  form: Omit<SubmissionDocument['form'], 'version'> & { version?: number }
}
export const recordTemplate: Template<RecordDocument> = { file: submissionTemplate.file }
export const recordLabels = labelsIn

type Said = { submission: SubmissionDetail; timeZone: string; companyName: string }

async function worded(ctx: Context, found: FoundSubmission, { submission, timeZone, companyName }: Said) {
  const words = formatterFor({ locale: ctx.locale, timeZone, t: ctx.services.texts(ctx.locale) }, found.definition)
  const [files, writtenIn] = await Promise.all([filesShown(ctx.db, found), writerOf(ctx.db, found)])
  const around = aroundOf(ctx.services, submission, { files, writtenIn, timeZone })
  const { definition, answers } = submission
  const state = await evaluateForm(ctx, definition, answers, momentOf(submission, words))
  const data = documentOf(submission, state, words, { ...around, companyName, now: ctx.now })
  return { data, files, words }
}

/**
 * Says a submission as `submission` has it, which may be as it was at an earlier moment, with the paths of its pictures
 * by their uuids, and the questions at which they were taken.
 */
export async function documentAsSaid(ctx: Context, found: FoundSubmission, said: Said) {
  const { data, files } = await worded(ctx, found, said)
  const questions = new Map(files.map(({ uuid, questionId }) => [uuid, questionId]))
  return { document: data, pictures: printedPaths(files), questions }
}

/** The language of the person at completion; null where it was not noted. */
async function writerOf(
  db: Database,
  { userId, languageId }: Pick<FoundSubmission, 'userId' | 'languageId'>,
): Promise<Locale | null> {
  if (languageId !== null) return localeOf(languageId)
  if (userId === null) return null
  const [person] = await db.select({ languageId: users.languageId }).from(users).where(eq(users.id, userId))
  return person ? localeOf(person.languageId) : null
}

/** What a document says beside the answers: when its files came, and how its person read the form. */
export function aroundOf(
  { texts }: Pick<Services, 'texts'>,
  { definition, form_name }: Pick<SubmissionDetail, 'definition' | 'form_name'>,
  { files, writtenIn, timeZone }: { files: FileRow[]; writtenIn: Locale | null; timeZone: string },
) {
  const locale = writtenIn ?? definition.default_language
  const words = formatterFor({ locale, timeZone, t: texts(locale) }, definition)
  return {
    received: new Map(files.map(({ uuid, createdAt }) => [uuid, createdAt])),
    originals: { words, writtenIn, definition, formName: form_name },
  }
}

/** By uuid; one that is not in the store is left out, and the document says so in its place. */
export async function readPictures(storage: Storage, files: FileRow[]): Promise<Record<string, Uint8Array>> {
  const pictures = await Promise.all(
    Object.entries(printedPaths(files)).map(
      async ([uuid, path]) => [uuid, await storage.read(path).catch(ifMissing)] as const,
    ),
  )
  return Object.fromEntries(pictures.filter((picture): picture is [string, Buffer] => picture[1] !== null))
}

/** Returns what the PDF says in the reader's language, and the paths of its pictures. Throws `not_found`. */
export async function submissionDocument(
  ctx: Context,
  id: number,
): Promise<{ document: SubmissionDocument; pictures: Record<string, string> }> {
  const { data, pictures = {} } = await submissionSource(ctx, await accessSubmission(ctx, id, 'read'))
  return { document: data, pictures }
}
