import { and, asc, desc, eq } from 'drizzle-orm'
import type { Case, CaseDetail, CaseFile, CaseLine, CaseMessage } from '#shared/cases/contract.ts'
import type { CaseStatus, Identity } from '#shared/cases/rules.ts'
import { filesIn } from '#shared/forms/answers/content.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { plainText } from '#shared/lib/inlineMarkdown.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { formatAnswer, formatterFor } from '#shared/submissions/formatter.ts'
import { reportOf } from '#shared/submissions/report.ts'
import { users } from '../accounts/table.ts'
import { evaluateForm } from '../forms/evaluation/queries.ts'
import { forms, formVersions } from '../forms/table.ts'
import { loadTables } from '../forms/tables/queries.ts'
import { type Context, companyOf, locksFor, permitted } from '../lib/context.ts'
import { alphabetical } from '../lib/db/naturalOrder.ts'
import type { Database } from '../lib/db/pools.ts'
import { daysLater, monthsLater } from '../lib/localDays.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { matching, pageOf, slice, totalOf } from '../lib/registers/listing.ts'
import { caseFiles, caseMessages, caseReadings, cases } from './table.ts'

export type CaseRow = typeof cases.$inferSelect

/** Returns the case if the actor may do this, locked for a change. Throws `not_found` or `forbidden`. */
export async function accessCase(ctx: Context, id: number, action: 'read' | 'update'): Promise<CaseRow> {
  const query = ctx.db
    .select()
    .from(cases)
    .where(and(eq(cases.companyId, companyOf(ctx)), eq(cases.id, id)))
  const [row] = await (locksFor(ctx, action) ? query.for('update') : query)
  return permitted(ctx, action, 'Case', row)
}

type CaseQuery = {
  page: number
  perPage: number
  status?: CaseStatus | undefined
  identity?: Identity | undefined
  formId?: number | undefined
}

/** One page of the cases, the latest day first. */
export function listCases(ctx: Context, { page, perPage, ...filters }: CaseQuery) {
  const ours = eq(cases.companyId, companyOf(ctx))
  const where = and(accessible(ctx.ability, 'read', 'Case', cases), ours, matching(cases, filters))
  const { limit, offset } = slice({ page, perPage })
  return pageOf(
    { page, perPage },
    {
      rows: ctx.db
        .select({ row: cases, form: forms })
        .from(cases)
        .innerJoin(forms, and(eq(forms.companyId, cases.companyId), eq(forms.id, cases.formId)))
        .where(where)
        .orderBy(desc(cases.receivedOn), desc(cases.id))
        .limit(limit)
        .offset(offset),
      totals: totalOf(ctx.db, cases, where),
      present: ({ row, form }) => presentCase(row, form),
    },
  )
}

/** The status as both sides see it. */
export function stateOf(row: CaseRow) {
  const { acknowledgeBy, answerBy } = deadlinesOf(row)
  return {
    status: row.status,
    identity: row.identity,
    received_on: row.receivedOn,
    acknowledge_by: acknowledgeBy,
    acknowledged_on: row.acknowledgedOn,
    answer_by: answerBy,
    answered_on: row.answeredOn,
    erase_on: row.eraseOn,
  }
}

const presentCase = (row: CaseRow, form: typeof forms.$inferSelect): Case => ({
  ...stateOf(row),
  id: row.id,
  form_id: row.formId,
  form_name: form.name,
  default_language: form.draft.default_language,
  closed_on: row.closedOn,
  has_news: row.hasNews,
  revision: row.revision,
})

/** The form of a case, with the version that was filled in. */
export async function formOf(db: Database, { companyId, formId, formVersionId }: CaseRow) {
  const [found] = await db
    .select({ form: forms, definition: formVersions.definition })
    .from(forms)
    .innerJoin(formVersions, and(eq(formVersions.companyId, companyId), eq(formVersions.id, formVersionId)))
    .where(and(eq(forms.companyId, companyId), eq(forms.id, formId)))
  if (!found) throw new Error('A case has no form.')
  await loadTables(db, companyId, [found.definition])
  return found
}

/** All of a case, in the reader's language. */
export async function presentDetail(ctx: Context, row: CaseRow): Promise<CaseDetail> {
  const { form, definition } = await formOf(ctx.db, row)
  const { companyId, caseId } = caseReadings
  const log = await ctx.db
    .select({
      id: users.id,
      name: users.name,
      what: caseReadings.what,
      onDay: caseReadings.onDay,
      times: caseReadings.times,
    })
    .from(caseReadings)
    .innerJoin(users, eq(users.id, caseReadings.userId))
    .where(and(eq(companyId, row.companyId), eq(caseId, row.id)))
    .orderBy(desc(caseReadings.onDay), asc(alphabetical(users.name, ctx.locale)), asc(caseReadings.what))
    .limit(500)
  const files = await filesOf(ctx.db, row)
  return {
    ...presentCase(row, form),
    contact: row.contact,
    locale: row.locale,
    has_returned: row.hasReturned,
    lines: await linesOf(ctx, row, definition),
    files: files.filter(({ messageId }) => messageId === null).map(presentFile),
    log: log.map(({ id, name, what, onDay, times }) => ({ user: { id, name }, what, on_day: onDay, times })),
  }
}

type FileRow = Awaited<ReturnType<typeof filesOf>>[number]

/** Lists the files of a case without their content. */
export const filesOf = (db: Database, { companyId, id }: CaseRow) =>
  db
    .select({
      id: caseFiles.id,
      messageId: caseFiles.messageId,
      questionId: caseFiles.questionId,
      position: caseFiles.position,
      contentType: caseFiles.contentType,
      extension: caseFiles.extension,
      size: caseFiles.size,
    })
    .from(caseFiles)
    .where(and(eq(caseFiles.companyId, companyId), eq(caseFiles.caseId, id)))
    .orderBy(asc(caseFiles.position))

export const nameOfFile = ({ position, extension }: Pick<FileRow, 'position' | 'extension'>) =>
  `${position}.${extension}`

export const presentFile = (file: FileRow): CaseFile => ({
  id: file.id,
  name: nameOfFile(file),
  content_type: file.contentType,
  size: file.size,
  question_id: file.questionId,
})

/** Lists the messages of a case; notes are for its handlers. */
export async function messagesOf(db: Database, row: CaseRow) {
  const [messages, files] = [
    await db
      .select({ message: caseMessages, name: users.name })
      .from(caseMessages)
      .leftJoin(users, eq(users.id, caseMessages.userId))
      .where(and(eq(caseMessages.companyId, row.companyId), eq(caseMessages.caseId, row.id)))
      .orderBy(asc(caseMessages.position)),
    await filesOf(db, row),
  ]
  return messages.map(
    ({ message, name }): CaseMessage => ({
      id: message.id,
      kind: message.kind,
      text: message.text,
      by: message.userId === null ? null : { id: message.userId, name: name ?? '' },
      said_on: message.saidOn,
      files: files.filter(({ messageId }) => messageId === message.id).map(presentFile),
    }),
  )
}

/** Returns a file of a case with its content. Throws `not_found`. */
export async function readFile(ctx: Context, row: CaseRow, id: number) {
  const [file] = await ctx.db
    .select()
    .from(caseFiles)
    .where(and(eq(caseFiles.companyId, row.companyId), eq(caseFiles.caseId, row.id), eq(caseFiles.id, id)))
  if (!file) throw new Problem('not_found')
  return file
}

/** Throws `stale_revision` with the case as it is now. */
export async function requireRevision(ctx: Context, row: CaseRow, expected: number | undefined): Promise<void> {
  if (expected !== undefined && expected !== row.revision)
    throw new Problem('stale_revision', { data: await presentDetail(ctx, row) })
}

/** Throws 422 for a day that is over. */
export function requireComing(field: string, day: string | undefined, today: string): void {
  if (day !== undefined && day <= today) throw invalidField(field, 'in_the_past')
}

type Reported = Pick<typeof cases.$inferSelect, 'answers' | 'receivedOn'>

/** The middle of a day: what a form works out by the clock says the day and no more. */
export const noonOf = (day: string): string => `${day}T12:00:00.000Z`

export async function linesOf(
  ctx: Context,
  { answers, receivedOn }: Reported,
  definition: Definition,
): Promise<CaseLine[]> {
  const t = ctx.services.texts(ctx.locale)
  const words = formatterFor({ locale: ctx.locale, timeZone: 'UTC', t }, definition)
  const state = await evaluateForm(ctx, definition, answers, {
    now: noonOf(receivedOn),
    language: ctx.locale,
    keeps: 'all',
  })
  return definition.sections.flatMap(section => {
    const lines = reportOf(section, state, null, words).flatMap((item): CaseLine[] => {
      if (item.kind === 'measure') return []
      if (item.kind === 'heading') return [heading(item.text)]
      const note = item.answer?.note ?? null
      // Photos and other files have no names here, so a line says how many there are.
      const { length: count } = filesIn(item.answer?.value)
      const answer =
        count > 0
          ? t('cases.pdf.files', { count, number: words.formats.number(count) })
          : formatAnswer(item.question, item.answer, words)
      return [{ is_heading: false, question: item.label, question_id: item.key, answer, note }]
    })
    const title = plainText(words.read(section.title))
    return lines.length > 0 && title ? [heading(title), ...lines] : lines
  })
}

const heading = (text: string): CaseLine => ({
  is_heading: true,
  question: text,
  question_id: null,
  answer: null,
  note: null,
})

/**
 * Calculates the deadlines of a case. Directive (EU) 2019/1937, article 9(1): (b) acknowledgement within seven days;
 * (f) feedback within three months of that, or of the end of those seven days.
 */
type Days = Pick<CaseRow, 'receivedOn' | 'acknowledgedOn' | 'answeredOn'>

export function deadlinesOf({ receivedOn, acknowledgedOn }: Pick<Days, 'receivedOn' | 'acknowledgedOn'>) {
  const acknowledgeBy = daysLater(receivedOn, 7)
  return { acknowledgeBy, answerBy: monthsLater(acknowledgedOn ?? acknowledgeBy, 3) }
}

/** Whether the handlers are reminded of a case on this day. */
export function isDueOn(today: string, days: Days): boolean {
  const { acknowledgeBy, answerBy } = deadlinesOf(days)
  const waits = days.acknowledgedOn === null && [daysLater(acknowledgeBy, -3), daysLater(acknowledgeBy, -1)]
  const unanswered = days.answeredOn === null && [
    monthsLater(answerBy, -1),
    daysLater(answerBy, -7),
    daysLater(answerBy, -1),
  ]
  return [waits, unanswered].some(reminded => reminded !== false && reminded.includes(today))
}

/** Returns the default day of erasure of a closed case: it is kept no longer than needed (article 18(1)). */
export const eraseAfter = (closedOn: string): string => monthsLater(closedOn, 36)
