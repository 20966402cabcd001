/** The reporter comes back by the code: reads what was answered, says more, brings files. */
import { and, eq, max, sql } from 'drizzle-orm'
import type { ReporterCase } from '#shared/cases/publicCase.ts'
import { maxFiles } from '#shared/cases/rules.ts'
import { keyParts } from '#shared/forms/answers/answerKey.ts'
import { filesOf as filesNamed } from '#shared/forms/answers/content.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { findCompany, zoneOfCompany } from '../companies/queries.ts'
import type { Context, Upload } from '../lib/context.ts'
import { dayAt } from '../lib/localDays.ts'
import { type CaseRow, filesOf, formOf, linesOf, messagesOf, presentFile, stateOf } from './queries.ts'
import { comingBack, isRightCode, lookupOf, sentCode, withRandomId, wrongCodes } from './reporting.ts'
import { caseFiles, caseMessages, cases } from './table.ts'

/** More than anybody says about one case. */
const maxMessages = 500

/**
 * The case of the code that came with the call, with no connection held. A wrong one takes as long as a right one, and
 * counts.
 */
async function accessByCode(ctx: Context): Promise<CaseRow> {
  const limits = ctx.services.tracelessLimits
  await limits.spend(comingBack, ctx.ip)
  await limits.spend(wrongCodes, ctx.ip)
  const code = sentCode(ctx)
  if (!code) throw new Problem('wrong_case_code')
  const [row] = await caseOf(ctx, code)
  if (!(await isRightCode(ctx, row?.codeHash ?? null, code)) || !row) throw new Problem('wrong_case_code')
  await limits.giveBack(wrongCodes, ctx.ip)
  return row
}

const caseOf = (ctx: Context, code: string) =>
  ctx.db
    .select()
    .from(cases)
    .where(eq(cases.lookup, lookupOf(ctx, code)))

/** Checks the code and evaluates the case; the hash against which the code was right. */
export async function prepareMore(ctx: Context): Promise<string> {
  const row = await accessByCode(ctx)
  await present(ctx, row)
  return row.codeHash
}

/** The case as its reporter reads it; that somebody came back is known of it from then on, and no more. */
export async function comeBack(ctx: Context): Promise<ReporterCase> {
  const row = await accessByCode(ctx)
  if (!row.hasReturned && !ctx.isPrefetch)
    ctx.afterAnswer.push(({ db }) => db.update(cases).set({ hasReturned: true }).where(eq(cases.id, row.id)))
  return present(ctx, row)
}

type Said = { uuid: string; text?: string | undefined; questionId?: string | undefined }

/** Keeps what the reporter says whose code was checked; the same again changes nothing. */
export async function sayMore(
  ctx: Context,
  { uuid, text = '', questionId }: Said,
  codeHash: string,
): Promise<ReporterCase> {
  const [row] = await caseOf(ctx, sentCode(ctx) ?? '').for('update')
  if (row?.codeHash !== codeHash) throw new Problem('wrong_case_code')
  const [upload] = ctx.uploads
  if (!text && !upload) throw invalidField('text', 'required')
  if (await isKnown(ctx, row, uuid)) return present(ctx, row)
  if (questionId !== undefined) {
    if (!upload) throw invalidField('file', 'required')
    requireAsked(row, uuid, questionId)
    await keepFile(ctx, row, { uuid, upload, questionId })
    return present(ctx, row)
  }
  const zone = await zoneOfCompany(ctx.db, row.companyId)
  const position = await nextPosition(ctx, row)
  if (position > maxMessages) throw new Problem('too_many_requests', { retryAfter: 24 * 3600 })
  const { id: messageId } = await withRandomId(id =>
    ctx.db
      .insert(caseMessages)
      .values({
        ...{ id, companyId: row.companyId, caseId: row.id, position, kind: 'reporter' as const, uuid, text },
        saidOn: dayAt(ctx.now, zone),
      })
      .onConflictDoNothing({ target: caseMessages.id })
      .returning({ id: caseMessages.id }),
  )
  if (upload) await keepFile(ctx, row, { uuid, upload, messageId })
  const changes = { hasReturned: true, hasNews: true, isUntold: true, revision: row.revision + 1 }
  const [changed] = await ctx.db.update(cases).set(changes).where(eq(cases.id, row.id)).returning()
  return present(ctx, changed ?? row)
}

async function isKnown(ctx: Context, { companyId, id }: CaseRow, uuid: string): Promise<boolean> {
  const [message] = await ctx.db
    .select({ id: caseMessages.id })
    .from(caseMessages)
    .where(and(eq(caseMessages.companyId, companyId), eq(caseMessages.caseId, id), eq(caseMessages.uuid, uuid)))
  const [file] = await ctx.db
    .select({ id: caseFiles.id })
    .from(caseFiles)
    .where(and(eq(caseFiles.companyId, companyId), eq(caseFiles.caseId, id), eq(caseFiles.uuid, uuid)))
  return message !== undefined || file !== undefined
}

/** Throws 422 where no answer to the question names the file. */
function requireAsked({ answers }: CaseRow, uuid: string, questionId: string): void {
  const named = Object.entries(answers).some(
    ([key, answer]) =>
      keyParts(key).question_id === keyParts(questionId).question_id && filesNamed({ [key]: answer }).includes(uuid),
  )
  if (!named) throw invalidField('question_id', 'not_found')
}

/** The number of the next message of a case, which is locked. */
export async function nextPosition({ db }: Pick<Context, 'db'>, { companyId, id }: CaseRow): Promise<number> {
  const [last] = await db
    .select({ position: max(caseMessages.position) })
    .from(caseMessages)
    .where(and(eq(caseMessages.companyId, companyId), eq(caseMessages.caseId, id)))
  return (last?.position ?? 0) + 1
}

type Kept = { uuid: string; upload: Upload; messageId?: number; questionId?: string }

/** Keeps a file in the row itself, under a number. Pictures are re-encoded, and the file's name is not kept. */
async function keepFile(ctx: Context, { companyId, id: caseId }: CaseRow, { uuid, upload, ...place }: Kept) {
  const [counted] = await ctx.db
    .select({ files: sql<number>`count(*)::int` })
    .from(caseFiles)
    .where(and(eq(caseFiles.companyId, companyId), eq(caseFiles.caseId, caseId)))
  const position = (counted?.files ?? 0) + 1
  if (position > maxFiles) throw invalidField('file', 'too_many', { maximum: maxFiles })
  const { contentType, extension, content } = upload
  await withRandomId(id =>
    ctx.db
      .insert(caseFiles)
      .values({
        id,
        companyId,
        caseId,
        uuid,
        position,
        contentType,
        extension,
        size: content.length,
        content,
        ...place,
      })
      .onConflictDoNothing({ target: caseFiles.id })
      .returning({ id: caseFiles.id }),
  )
}

async function present(ctx: Context, row: CaseRow): Promise<ReporterCase> {
  const { form, definition } = await formOf(ctx.db, row)
  const company = await findCompany(ctx.db, row.companyId)
  const files = await filesOf(ctx.db, row)
  const messages = await messagesOf(ctx.db, row)
  return {
    ...stateOf(row),
    form_name: form.name,
    default_language: definition.default_language,
    company_name: company?.name ?? '',
    company_logo: company?.logo ?? null,
    lines: await linesOf(ctx, row, definition),
    files: files.filter(({ messageId }) => messageId === null).map(presentFile),
    messages: messages
      .filter(({ kind }) => kind !== 'note')
      .map(({ kind, text, said_on, files }) => ({ from_company: kind === 'answer', text, said_on, files })),
  }
}
