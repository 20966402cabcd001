/** Serves the people who handle cases. Each reading and change is noted by the day. */
import { and, eq, gte, lte, sql } from 'drizzle-orm'
import type { CaseDetail, CaseMessage, CaseReport } from '#shared/cases/contract.ts'
import { type CaseStatus, type Identity, type ReadThing, smallestGroup } from '#shared/cases/rules.ts'
import type { FileAnswer } from '#shared/lib/contract.ts'
import { Problem } from '#shared/lib/problem.ts'
import { zoneOfCompany } from '../companies/queries.ts'
import { type Context, companyOf, refusePrefetch } from '../lib/context.ts'
import { dayAt } from '../lib/localDays.ts'
import { accessible } from '../lib/registers/accessible.ts'
import {
  type CaseRow,
  deadlinesOf,
  eraseAfter,
  messagesOf,
  nameOfFile,
  presentDetail,
  readFile,
  requireComing,
  requireRevision,
} from './queries.ts'
import { withRandomId } from './reporting.ts'
import { nextPosition } from './returning.ts'
import { caseMessages, caseReadings, cases } from './table.ts'

async function todayOf(ctx: Pick<Context, 'db' | 'now'>, { companyId }: CaseRow): Promise<string> {
  return dayAt(ctx.now, await zoneOfCompany(ctx.db, companyId))
}

/** Notes who read or did what of a case today. */
async function note(ctx: Pick<Context, 'db' | 'actor' | 'now'>, row: CaseRow, what: ReadThing): Promise<void> {
  const { companyId, caseId, userId, what: thing, onDay, times } = caseReadings
  await ctx.db
    .insert(caseReadings)
    .values({ companyId: row.companyId, caseId: row.id, userId: ctx.actor.id, what, onDay: await todayOf(ctx, row) })
    .onConflictDoUpdate({ target: [companyId, caseId, userId, thing, onDay], set: { times: sql`${times} + 1` } })
}

export async function readCase(ctx: Context, row: CaseRow): Promise<CaseDetail> {
  refusePrefetch(ctx)
  ctx.afterAnswer.push(own => note(own, row, 'case'))
  return presentDetail(ctx, row)
}

/** Lists the messages and marks the case as read. */
export async function readMessages(ctx: Context, row: CaseRow): Promise<CaseMessage[]> {
  refusePrefetch(ctx)
  ctx.afterAnswer.push(async own => {
    await note(own, row, 'messages')
    if (row.hasNews) await own.db.update(cases).set({ hasNews: false }).where(eq(cases.id, row.id))
  })
  return messagesOf(ctx.db, row)
}

export async function fetchFile(ctx: Context, row: CaseRow, id: number): Promise<FileAnswer> {
  refusePrefetch(ctx)
  const file = await readFile(ctx, row, id)
  ctx.afterAnswer.push(own => note(own, row, 'file'))
  const { content, contentType } = file
  // What a browser would open by itself it gets to save: only pictures are shown.
  const shown = contentType.startsWith('image/') ? contentType : 'application/octet-stream'
  return async () => ({ content, filename: nameOfFile(file), contentType: shown })
}

type Changes = { status?: CaseStatus | undefined; eraseOn?: string | undefined; revision?: number | undefined }

/** Sets the state of a case; the day on which it was first acknowledged or answered is kept. */
export async function changeCase(ctx: Context, row: CaseRow, changes: Changes): Promise<CaseDetail> {
  await requireRevision(ctx, row, changes.revision)
  const today = await todayOf(ctx, row)
  requireComing('erase_on', changes.eraseOn, today)
  const status = changes.status ?? row.status
  const isClosed = status === 'closed'
  const isAnswered = isClosed || status === 'answered'
  const closedOn = isClosed ? (row.closedOn ?? today) : null
  const changed = await revise(ctx, row, {
    status,
    acknowledgedOn: row.acknowledgedOn ?? (status === 'received' ? null : today),
    answeredOn: row.answeredOn ?? (isAnswered ? today : null),
    closedOn,
    eraseOn: closedOn ? (changes.eraseOn ?? row.eraseOn ?? eraseAfter(closedOn)) : null,
  })
  await note(ctx, row, 'status')
  return presentDetail(ctx, changed)
}

async function revise(ctx: Context, row: CaseRow, changes: Partial<CaseRow>): Promise<CaseRow> {
  const [changed] = await ctx.db
    .update(cases)
    .set({ ...changes, revision: row.revision + 1 })
    .where(eq(cases.id, row.id))
    .returning()
  if (!changed) throw new Problem('not_found')
  return changed
}

type Said = { uuid: string; kind: 'answer' | 'note'; text: string }

/**
 * Stores an answer to the reporter, which acknowledges the case, or a note among its handlers; repeating it changes
 * nothing.
 */
export async function sayInCase(ctx: Context, row: CaseRow, { uuid, kind, text }: Said): Promise<CaseMessage> {
  const { companyId, id: caseId } = row
  const named = and(eq(caseMessages.companyId, companyId), eq(caseMessages.caseId, caseId), eq(caseMessages.uuid, uuid))
  const [earlier] = await ctx.db.select({ id: caseMessages.id }).from(caseMessages).where(named)
  if (!earlier) {
    const today = await todayOf(ctx, row)
    const position = await nextPosition(ctx, row)
    await withRandomId(id =>
      ctx.db
        .insert(caseMessages)
        .values({ id, companyId, caseId, position, kind, userId: ctx.actor.id, uuid, text, saidOn: today })
        .onConflictDoNothing({ target: caseMessages.id })
        .returning({ id: caseMessages.id }),
    )
    if (kind === 'answer' && row.acknowledgedOn === null)
      await revise(ctx, row, { acknowledgedOn: today, ...(row.status === 'received' && { status: 'acknowledged' }) })
    await note(ctx, row, kind)
  }
  const [stored] = await ctx.db.select({ id: caseMessages.id }).from(caseMessages).where(named)
  const message = (await messagesOf(ctx.db, row)).find(({ id }) => id === stored?.id)
  if (!message) throw new Error('The comment was not stored.')
  return message
}

/** Cases that came in a year, or ever. */
export async function countCases(ctx: Context, year: number | undefined): Promise<CaseReport> {
  const inYear =
    year === undefined ? [] : [gte(cases.receivedOn, `${year}-01-01`), lte(cases.receivedOn, `${year}-12-31`)]
  const { identity, receivedOn, acknowledgedOn, answeredOn, hasReturned } = cases
  const rows = await ctx.db
    .select({ identity, receivedOn, acknowledgedOn, answeredOn, hasReturned })
    .from(cases)
    .where(and(accessible(ctx.ability, 'read', 'Case', cases), eq(cases.companyId, companyOf(ctx)), ...inYear))
    .limit(100_000)
  const total = rows.length
  const said = (counted: number) => (isTold(counted) && isTold(total - counted, true) ? counted : null)
  const of = (wanted: Identity) => rows.filter(row => row.identity === wanted).length
  return {
    total: isTold(total) ? total : null,
    acknowledged_in_time: said(
      rows.filter(row => row.acknowledgedOn !== null && row.acknowledgedOn <= deadlinesOf(row).acknowledgeBy).length,
    ),
    answered_in_time: said(
      rows.filter(row => row.answeredOn !== null && row.answeredOn <= deadlinesOf(row).answerBy).length,
    ),
    returned: said(rows.filter(row => row.hasReturned).length),
    by_identity: parts({ anonymous: of('anonymous'), confidential: of('confidential'), open: of('open') }),
  }
}

const isTold = (counted: number, orNone = false) => counted >= smallestGroup || (orNone && counted === 0)

/**
 * Hides small parts of a total: those hidden together are none or at least five people, so that none can be derived.
 */
export function parts<Name extends string>(counted: Record<Name, number>): Record<Name, number | null> {
  const smallestFirst = Object.entries<number>(counted).sort(([, one], [, other]) => one - other)
  const told = smallestFirst.filter(([, number]) => isTold(number))
  const hidden = smallestFirst.filter(([, number]) => !isTold(number))
  const sum = () => hidden.reduce((all, [, number]) => all + number, 0)
  while (told.length > 0 && !isTold(sum(), true)) hidden.push(told.shift() ?? ['', 0])
  const shown = new Map(told)
  return Object.fromEntries(smallestFirst.map(([name]) => [name, shown.get(name) ?? null])) as Record<
    Name,
    number | null
  >
}
