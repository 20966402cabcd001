/**
 * Inspectors ask for evidence, managers answer. Each request has a task of the managers: an answer completes it, and
 * completing it with a note or photos is an answer.
 */
import { randomUUID } from 'node:crypto'
import { and, count, eq, isNull } from 'drizzle-orm'
import { localeOf, locales } from '#shared/lib/language.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { roles } from '#shared/lib/roles.ts'
import { allows } from '#shared/lib/rules.ts'
import { maxPassDays, maxPassRequests, maxRequestEntries, type PassKind } from '#shared/passes/rules.ts'
import { whoMay } from '../../companies/roleQueries.ts'
import { claimFiles, insertFile, writeUploads } from '../../files/commands.ts'
import { accessFile, type FileRow, findFileByUuid } from '../../files/queries.ts'
import { files } from '../../files/table.ts'
import { type Context, companyOf, type Upload } from '../../lib/context.ts'
import type { FileOwners } from '../../lib/files/storage.ts'
import { missingIsNotFound } from '../../lib/files/storage.ts'
import { dayAt, daysLater, endOfDay } from '../../lib/localDays.ts'
import { openAgain, openTask } from '../../tasks/assign.ts'
import { completeOpenOf } from '../../tasks/complete.ts'
import { archiveTask } from '../../tasks/endSeries.ts'
import type { taskCompleted, taskReopened } from '../../tasks/ports.ts'
import { sentTaskPhotos, sentTasks, tasks } from '../../tasks/table.ts'
import { noteView } from '../commands.ts'
import type { OpenPass, PassRow } from '../door.ts'
import { passViews } from '../table.ts'
import { requireUnclosed, tellScreens, writing } from '../writing/writing.ts'
import { type RequestRow, requestOfTask } from './queries.ts'
import { type AnswerFile, passRequestEntries as entries, passRequests as requests } from './table.ts'

/** The kind of tasks of requests. */
const requestKind = 'information'

/** The owner of files of answers. */
const answerFileKind = 'pass_answer'

/** Answers are read by those who read passes. */
export const answerFiles: FileOwners = {
  [answerFileKind]: async ({ ability }, { companyId }) => allows(ability, 'read', 'Pass', { companyId }),
}

type Written = { uuid: string; deviceTime: string; words: string }
type NewRequest = Written & { dueOn: string | null; kind: PassKind | null; recordId: number | null }

/** The day by which it is wanted: as said, or the last day of the pass. Throws 422 for a past one. */
export function dueDay({ now }: Pick<Context, 'now'>, { pass, company }: OpenPass, said: string | null): string {
  const today = dayAt(now, company.timeZone)
  if (!said) return dayAt(new Date(pass.endsAt.getTime() - 1), company.timeZone)
  if (said < today) throw invalidField('due_on', 'in_the_past')
  if (said > daysLater(today, maxPassDays)) throw invalidField('due_on', 'too_far_ahead', { days: maxPassDays })
  return said
}

/** Asks for evidence and opens the task; the number of the request. Throws 422 beyond the most that a pass asks. */
export const ask = (ctx: Context, open: OpenPass, asked: NewRequest): Promise<number> =>
  writing(ctx, open, async within => {
    const { companyId, id: passId } = open.pass
    const ofPass = and(eq(requests.companyId, companyId), eq(requests.passId, passId))
    const [same] = await within.db
      .select({ id: requests.id })
      .from(requests)
      .where(and(ofPass, eq(requests.uuid, asked.uuid)))
    if (same) return same.id
    await requireUnclosed(within, open.pass)
    const [known] = await within.db.select({ count: count() }).from(requests).where(ofPass)
    const number = (known?.count ?? 0) + 1
    if (number > maxPassRequests) throw invalidField('uuid', 'too_many', { maximum: maxPassRequests })
    const { uuid, kind, recordId } = asked
    const [request] = await within.db
      .insert(requests)
      .values({ companyId, passId, number, uuid, kind, recordId, dueOn: dueDay(ctx, open, asked.dueOn) })
      .returning()
    if (!request) throw new Error('The request was not stored.')
    await addEntry(within, request, { ...asked, action: 'asked' })
    await openRequestTask(within, open, request, asked.words)
    await noteView(within, open, { action: 'asked', kind, recordId, requestNumber: number, search: asked.words })
    return request.id
  })

/** Opens the task of a request for the managers who read passes. */
async function openRequestTask(ctx: Context, { pass, company }: OpenPass, request: RequestRow, words: string) {
  const { companyId } = pass
  const titleIn = (locale: (typeof locales)[number]) =>
    ctx.services
      .texts(locale)('passes.requests.task', { holder: pass.holderName, words })
      .replace(/\s+/g, ' ')
      .slice(0, maxTitleLength)
      .toWellFormed()
  const own = localeOf(company.languageId)
  const t = ctx.services.texts(own)
  const about =
    request.kind &&
    t('passes.requests.aboutRecord', { kind: t(`passes.kinds.${request.kind}`), number: request.recordId })
  await openTask(ctx, {
    ...{ companyId, timezone: company.timeZone, createdBy: pass.createdBy, kind: requestKind, priority: 'normal' },
    ...{ title: titleIn(own), titles: Object.fromEntries(locales.map(locale => [locale, titleIn(locale)])) },
    description: [words, about].filter(Boolean).join('\n\n'),
    // One answer is enough, and it says or shows something.
    ...{ doneBy: 'any_one', proof: 'any', dueAfter: dueAfter(ctx, company.timeZone, request.dueOn) },
    to: [{ role_id: roles.manager }],
    among: await whoMay(ctx, 'read', 'Pass', { companyId }),
    subjects: [],
    note: ({ id: taskId }) =>
      ctx.db
        .update(requests)
        .set({ taskId })
        .where(and(eq(requests.companyId, companyId), eq(requests.id, request.id))),
  })
}

/** The longest title that a task can have. */
const maxTitleLength = 200

/** Until the end of a day. What waited for a network may be due already. */
function dueAfter({ now }: Pick<Context, 'now'>, timeZone: string, dueOn: string): string {
  const minutes = Math.ceil((endOfDay(dueOn, timeZone).getTime() - now.getTime()) / 60_000) - 1
  return `PT${Math.max(1, minutes)}M`
}

type NewEntry = { uuid: string; action: (typeof entries.$inferInsert)['action']; words: string } & Partial<
  Pick<typeof entries.$inferInsert, 'deviceTime' | 'userId' | 'files'>
>

const addEntry = (
  { db, now }: Context,
  { companyId, id }: Pick<RequestRow, 'companyId' | 'id'>,
  { uuid, action, words, deviceTime, userId, files: given }: NewEntry,
) =>
  db.insert(entries).values({
    ...{ companyId, requestId: id, uuid, at: now, action, words },
    ...{ deviceTime: deviceTime ?? null, userId: userId ?? null, files: given ?? [] },
  })

/** Whether this was said before. Throws 422 beyond the most that is said in a request. */
async function isSaid({ db }: Context, { companyId, id }: RequestRow, uuid: string): Promise<boolean> {
  const ofRequest = and(eq(entries.companyId, companyId), eq(entries.requestId, id))
  const [same] = await db
    .select({ id: entries.id })
    .from(entries)
    .where(and(ofRequest, eq(entries.uuid, uuid)))
  if (same) return true
  const [known] = await db.select({ count: count() }).from(entries).where(ofRequest)
  if ((known?.count ?? 0) >= maxRequestEntries) throw invalidField('uuid', 'too_many', { maximum: maxRequestEntries })
  return false
}

/** A request of a pass, locked. Throws 404. */
async function lockRequest({ db }: Context, { companyId, id }: PassRow, requestId: number): Promise<RequestRow> {
  const [request] = await db
    .select()
    .from(requests)
    .where(and(eq(requests.companyId, companyId), eq(requests.passId, id), eq(requests.id, requestId)))
    .for('update')
  if (!request) throw new Problem('not_found')
  return request
}

const setState = ({ db }: Context, { companyId, id }: RequestRow, state: RequestRow['state']) =>
  db
    .update(requests)
    .set({ state })
    .where(and(eq(requests.companyId, companyId), eq(requests.id, id)))

/** Says that an answer is not enough: the task is open again. Throws `pass_request_closed` for a withdrawn request. */
export const askAgain = (ctx: Context, open: OpenPass, { requestId, ...said }: Written & { requestId: number }) =>
  writing(ctx, open, async within => {
    const request = await lockRequest(within, open.pass, requestId)
    if (await isSaid(within, request, said.uuid)) return
    await requireUnclosed(within, open.pass)
    if (request.state === 'withdrawn') throw new Problem('pass_request_closed')
    const { companyId, taskId, number } = request
    await addEntry(within, request, { ...said, action: 'asked_again' })
    if (request.state === 'answered' && taskId !== null) {
      await within.db
        .update(tasks)
        .set({ dueAfter: dueAfter(within, open.company.timeZone, request.dueOn) })
        .where(and(eq(tasks.companyId, companyId), eq(tasks.id, taskId)))
      await openAgain(within, { companyId, taskId })
    }
    await setState(within, request, 'open')
    await noteView(within, open, { action: 'asked_again', requestNumber: number, search: said.words })
  })

/** Withdraws a request with its task; a repeated call is harmless. */
export const withdrawRequest = (
  ctx: Context,
  open: OpenPass,
  { requestId, ...said }: Written & { requestId: number },
): Promise<void> =>
  writing(ctx, open, async within => {
    const request = await lockRequest(within, open.pass, requestId)
    if (request.state === 'withdrawn' || (await isSaid(within, request, said.uuid))) return
    await requireUnclosed(within, open.pass)
    const { companyId, taskId, number } = request
    await addEntry(within, request, { ...said, action: 'withdrew' })
    const [task] =
      taskId === null
        ? []
        : await within.db
            .select()
            .from(tasks)
            .where(and(eq(tasks.companyId, companyId), eq(tasks.id, taskId), isNull(tasks.archivedAt)))
            .for('update')
    if (task) await archiveTask(within, task, within.now)
    await setState(within, request, 'withdrawn')
    await noteView(within, open, { action: 'withdrew', requestNumber: number, search: said.words })
  })

export type Answer = { uuid: string; words: string; fileUuids: string[]; copiedUuids: string[] }

/** Writes copies of files that the company has into the store. Throws 404 for those that the actor may not read. */
export async function prepareCopies(ctx: Context, uuids: string[]): Promise<Upload[]> {
  const copies: Upload[] = []
  for (const uuid of new Set(uuids)) {
    const named = await findFileByUuid(ctx.db, companyOf(ctx), uuid)
    const file = await accessFile(ctx, named?.id ?? 0)
    // Of certificates and submissions; files of conversations and cases are never inside a pass.
    if (file.ownedBy !== 'paper' && file.submissionId === null) throw new Problem('not_found')
    copies.push(await copyOf(ctx, file))
  }
  await writeUploads(ctx, companyOf(ctx), copies)
  return copies
}

async function copyOf({ services }: Context, file: FileRow): Promise<Upload> {
  const { path, name, contentType, width, height, sha256 } = file
  return {
    content: await services.storage.read(path).catch(missingIsNotFound),
    ...{ contentType, extension: path.split('.').at(-1) ?? 'bin', name, sentSha256: file.sentSha256 ?? sha256 },
    ...{ width: width as never, height: height as never, preview: null },
  }
}

const named = ({ id, uuid, path, previewPath, name, contentType, size, sha256 }: FileRow): AnswerFile => ({
  ...{ id, uuid, path, name, size, sha256, preview_path: previewPath, content_type: contentType },
})

/**
 * Answers a locked request and completes its task. Further answers add to it. Throws `pass_request_closed` for a
 * withdrawn one, and 422 for an answer without words and files.
 */
export async function answerRequest(
  ctx: Context,
  { request, pass }: { request: RequestRow; pass: PassRow },
  { uuid, words, fileUuids }: Answer,
  copies: Upload[],
): Promise<void> {
  if (await isSaid(ctx, request, uuid)) return
  if (request.state === 'withdrawn') throw new Problem('pass_request_closed')
  const { companyId, taskId } = request
  const given = await claimFiles(ctx, [...new Set(fileUuids)], answerFileKind)
  for (const copy of copies)
    given.push(await insertFile(ctx, { companyId, submissionId: null, ownedBy: answerFileKind }, randomUUID(), copy))
  if (words === '' && given.length === 0) throw invalidField('words', 'required')
  await noteAnswer(ctx, pass, request, { uuid, words, userId: ctx.actor.id, files: given.map(named) })
  if (taskId !== null) await completeOpenOf(ctx, { companyId, taskId, by: ctx.actor.id, at: ctx.now })
}

async function noteAnswer(ctx: Context, pass: PassRow, request: RequestRow, answer: Omit<NewEntry, 'action'>) {
  await addEntry(ctx, request, { ...answer, action: 'answered' })
  await setState(ctx, request, 'answered')
  await noteOfCompany(ctx, request, 'answered')
  await tellScreens(ctx, pass)
}

/** Notes in the log of a pass what the company did. */
const noteOfCompany = (
  { db, now }: Context,
  { companyId, passId, number }: RequestRow,
  action: 'answered' | 'reopened',
) => db.insert(passViews).values({ companyId, passId, at: now, action, requestNumber: number })

/** Takes the note and photos of a completed task for the answer, where it was not answered otherwise. */
export async function answerByTask(
  ctx: Context,
  { companyId, taskId, kind, sentTaskId, by }: (typeof taskCompleted)['content'],
): Promise<void> {
  // Nothing is asked of the tasks of everyday work.
  if (kind !== requestKind) return
  const found = await requestOfTask(ctx, companyId, taskId)
  if (!found) return
  const request = await lockRequest(ctx, found.pass, found.request.id)
  if (request.state !== 'open') return
  const [sent] = await ctx.db
    .select({ note: sentTasks.note })
    .from(sentTasks)
    .where(and(eq(sentTasks.companyId, companyId), eq(sentTasks.id, sentTaskId)))
  const photos = await ctx.db
    .select({ file: files })
    .from(sentTaskPhotos)
    .innerJoin(files, and(eq(files.companyId, sentTaskPhotos.companyId), eq(files.id, sentTaskPhotos.fileId)))
    .where(and(eq(sentTaskPhotos.companyId, companyId), eq(sentTaskPhotos.sentTaskId, sentTaskId)))
  const shown = photos.map(({ file }) => named(file))
  await noteAnswer(ctx, found.pass, request, {
    ...{ uuid: randomUUID(), words: sent?.note ?? '', userId: by, files: shown },
  })
}

/** Opens a request again whose task was undone. The inspector sees nothing of the answer any more. */
export async function reopenByTask(
  ctx: Context,
  { companyId, taskId, kind }: (typeof taskReopened)['content'],
): Promise<void> {
  if (kind !== requestKind) return
  const found = await requestOfTask(ctx, companyId, taskId)
  if (found?.request.state !== 'answered') return
  const { request, pass } = found
  await addEntry(ctx, request, { uuid: randomUUID(), action: 'reopened', words: '', userId: ctx.actor.id || null })
  await setState(ctx, request, 'open')
  await noteOfCompany(ctx, request, 'reopened')
  await tellScreens(ctx, pass)
}
