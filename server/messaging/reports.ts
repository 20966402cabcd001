/** What people report to the managers, who see the message with what stands around it and nothing else of the conversation. */
import { and, desc, eq, gt, inArray, isNull, lt } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { pageOf, slice, total } from '../lib/registers/listing.ts'
import { accessMessage, type MessageRow, messageColumns } from './access.ts'
import { buryMessage } from './deleting.ts'
import { presentMessages, sendersOf } from './present.ts'
import { rowsOf } from './queries.ts'
import { conversations, messageReports, messages } from './table.ts'

type Reason = (typeof messageReports.$inferSelect)['reason']

/** So many messages before and after a reported one are shown with it. */
const neighbours = 3

/** Reports a message; the same person reports it once. */
export async function reportMessage(ctx: Context, id: number, reason: Reason, comment: string | undefined) {
  const { message } = await accessMessage(ctx, id)
  if (message.kind !== 'message' || message.senderId === ctx.actor.id) throw new Problem('forbidden')
  await ctx.db
    .insert(messageReports)
    .values({
      ...{ companyId: message.companyId, messageId: id, reportedBy: ctx.actor.id, createdAt: ctx.now },
      ...{ reason, comment: comment || null, reportedText: message.messageText },
    })
    .onConflictDoNothing()
}

/** One page of the company's reports, the newest first. */
export async function listReports(
  ctx: Context,
  { isOpen, ...paging }: { page: number; perPage: number; isOpen?: boolean | undefined },
) {
  const where = and(eq(messageReports.companyId, companyOf(ctx)), isOpen ? isNull(messageReports.handledAt) : undefined)
  const { limit, offset } = slice(paging)
  const page = await pageOf(paging, {
    rows: ctx.db
      .select()
      .from(messageReports)
      .where(where)
      .orderBy(desc(messageReports.id))
      .limit(limit)
      .offset(offset),
    totals: ctx.db.select(total).from(messageReports).where(where),
    present: row => row,
  })
  return { data: await presentReports(ctx, page.data), meta: page.meta }
}

async function presentReports(ctx: Context, reports: (typeof messageReports.$inferSelect)[]) {
  if (reports.length === 0) return []
  const ids = reports.map(({ messageId }) => messageId)
  const [reported, reporters] = await Promise.all([
    ctx.db.select(messageColumns).from(messages).where(inArray(messages.id, ids)),
    sendersOf(
      ctx.db,
      reports.map(({ reportedBy }) => reportedBy),
    ),
  ])
  const byId = new Map(reported.map(row => [row.id, row as MessageRow]))
  return Promise.all(
    reports.flatMap(report => {
      const row = byId.get(report.messageId)
      return row ? [presentReport(ctx, report, row, reporters)] : []
    }),
  )
}

async function presentReport(
  ctx: Context,
  report: typeof messageReports.$inferSelect,
  row: MessageRow,
  reporters: Awaited<ReturnType<typeof sendersOf>>,
) {
  const around = and(eq(messages.companyId, row.companyId), eq(messages.conversationId, row.conversationId))
  const [before, after] = await Promise.all([
    rowsOf(ctx, and(around, lt(messages.id, row.id)), 'newest', neighbours),
    rowsOf(ctx, and(around, gt(messages.id, row.id)), 'oldest', neighbours),
  ])
  const [message, ...others] = await presentMessages(ctx.db, [row, ...before, ...after])
  if (!message) throw new Error(`The message of report ${report.id} is gone.`)
  const by = reporters.get(report.reportedBy)
  return {
    id: report.id,
    // What was reported is shown as it was then.
    message: { ...message, message_text: report.reportedText },
    neighbours: others,
    reported_by: by ? { id: by.id, name: by.name } : null,
    reason: report.reason,
    comment: report.comment,
    created_at: report.createdAt.toISOString(),
    handled_at: report.handledAt?.toISOString() ?? null,
  }
}

/** Closes a report, and with it deletes the message where that is asked for. */
export async function handleReport(ctx: Context, id: number, removeMessage: boolean): Promise<void> {
  const [report] = await ctx.db
    .select()
    .from(messageReports)
    .where(and(eq(messageReports.id, id), eq(messageReports.companyId, companyOf(ctx))))
    .for('update')
  if (!report) throw new Problem('not_found')
  await ctx.db
    .update(messageReports)
    .set({ handledAt: ctx.now, handledBy: ctx.actor.id })
    .where(eq(messageReports.id, id))
  if (!removeMessage) return
  const [row] = await ctx.db.select(messageColumns).from(messages).where(eq(messages.id, report.messageId))
  if (!row) return
  const [conversation] = await ctx.db
    .select()
    .from(conversations)
    .where(eq(conversations.id, row.conversationId))
    .for('no key update')
  if (conversation) await buryMessage(ctx, conversation, row as MessageRow)
}
