/** Reports to the managers, who see the message with those around it and nothing else of the conversation. */
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import type { Message } from '#shared/messaging/shapes.ts'
import { audit } from '../audit/commands.ts'
import { eraseFiles } from '../files/commands.ts'
import { files } from '../files/table.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { pageOf, slice, totalOf } from '../lib/registers/listing.ts'
import {
  accessMessage,
  type ConversationRow,
  lockMessage,
  type MessageRow,
  mayModerate,
  messageColumns,
} from './access.ts'
import { changeMessage } from './messages.ts'
import { presentMessage, sendersOf } from './present.ts'
import { messagesByIds } from './queries.ts'
import {
  conversations,
  messageAttachments,
  messageReactions,
  messageReports,
  messages,
  messageVersions,
} from './table.ts'

type Reason = (typeof messageReports.$inferSelect)['reason']

/** The messages before and after a reported one that are shown with it. */
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
  { isOpen, ...paging }: { page: number; perPage: number; isOpen?: boolean | undefined },
  ctx: Context,
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
    totals: totalOf(ctx.db, messageReports, where),
    present: row => row,
  })
  return { data: await presentReports(ctx, page.data), meta: page.meta }
}

async function presentReports(ctx: Context, reports: (typeof messageReports.$inferSelect)[]) {
  if (reports.length === 0) return []
  const ids = reports.map(({ messageId }) => messageId)
  const [around, reporters] = await Promise.all([
    neighboursOf(ctx, ids),
    sendersOf(
      ctx.db,
      reports.map(({ reportedBy }) => reportedBy),
    ),
  ])
  const shown = await messagesByIds(ctx, [...new Set([...ids, ...[...around.values()].flat()])])
  const byId = new Map(shown.map(message => [message.id, message]))
  return reports.flatMap(report => {
    const message = byId.get(report.messageId)
    const by = reporters.get(report.reportedBy)
    if (!message) return []
    return [
      {
        id: report.id,
        // What was reported is shown as it was then.
        message: { ...message, message_text: report.reportedText },
        neighbours: (around.get(report.messageId) ?? []).flatMap(id => byId.get(id) ?? []),
        reported_by: by ? { id: by.id, name: by.name } : null,
        reason: report.reason,
        comment: report.comment,
        created_at: report.createdAt.toISOString(),
        handled_at: report.handledAt?.toISOString() ?? null,
      },
    ]
  })
}

/** The messages before and after each of these, in one query for all. */
async function neighboursOf({ db }: Context, ids: number[]): Promise<Map<number, number[]>> {
  const { rows } = await db.execute<{ of: number; id: number }>(sql`
    select m.id as of, n.id from messages m cross join lateral (
      (select b.id from messages b where b.company_id = m.company_id and b.conversation_id = m.conversation_id
        and b.id < m.id
        order by b.id desc limit ${neighbours})
      union all
      (select a.id from messages a where a.company_id = m.company_id and a.conversation_id = m.conversation_id
        and a.id > m.id
        order by a.id limit ${neighbours})
    ) n where m.id = any(${sql.param(ids)}::int[]) order by m.id, n.id`)
  return new Map([...Map.groupBy(rows, row => row.of)].map(([of, around]) => [of, around.map(({ id }) => id)]))
}

/** Closes a report, and with it deletes the message where that is asked for. */
export async function handleReport(ctx: Context, id: number, removeMessage: boolean): Promise<void> {
  const [report] = await ctx.db
    .select()
    .from(messageReports)
    .where(and(eq(messageReports.id, id), eq(messageReports.companyId, companyOf(ctx))))
    .for('update')
  if (!report) throw new Problem('not_found')
  // Who handled it first stays on record; another may still have the message deleted.
  if (!report.handledAt)
    await ctx.db
      .update(messageReports)
      .set({ handledAt: ctx.now, handledBy: ctx.actor.id })
      .where(eq(messageReports.id, id))
  if (!report.handledAt || removeMessage)
    await audit(ctx, 'messaging.report_handled', { type: 'MessageReport', id }, { is_removed: removeMessage })
  if (!removeMessage) return
  const ofMessage = eq(messages.id, report.messageId)
  const [found] = await ctx.db.select({ id: messages.conversationId }).from(messages).where(ofMessage)
  if (!found) return
  const [conversation] = await ctx.db
    .select()
    .from(conversations)
    .where(eq(conversations.id, found.id))
    .for('no key update')
  // Read again after the lock: another transaction may have changed it.
  const [row] = await ctx.db.select(messageColumns).from(messages).where(ofMessage)
  if (conversation && row) await tombstoneMessage(ctx, conversation, row as MessageRow)
}

/** Deletes a message for all, by its author or by a member who handles reports; only a tombstone stays. */
export async function deleteMessage(ctx: Context, id: number): Promise<Message> {
  const { conversation, member, message } = await lockMessage(ctx, id)
  const isOwn = message.senderId === ctx.actor.id
  if (message.kind !== 'message' || !(isOwn || (mayModerate(ctx) && member))) throw new Problem('forbidden')
  return tombstoneMessage(ctx, conversation, message)
}

/** Leaves the tombstone of a message in a locked conversation. To do it again changes nothing. */
async function tombstoneMessage(ctx: Context, conversation: ConversationRow, message: MessageRow): Promise<Message> {
  if (message.deletedAt) return presentMessage(ctx.db, message)
  await eraseContent(ctx, message.companyId, [message.id])
  return changeMessage(ctx, conversation, message.id, 'message.deleted', {
    ...{ messageText: '', words: null, mentions: [], hasFiles: false, isUrgent: false, pinnedAt: null },
    ...{ deletedAt: ctx.now, deletedBy: ctx.actor.id || null },
  })
}

/** Erases what belongs to messages: earlier texts, reactions, and the files that no other message has. */
async function eraseContent(ctx: Context, companyId: number, ids: number[]): Promise<void> {
  const { db } = ctx
  await db
    .delete(messageVersions)
    .where(and(eq(messageVersions.companyId, companyId), inArray(messageVersions.messageId, ids)))
  await db
    .delete(messageReactions)
    .where(and(eq(messageReactions.companyId, companyId), inArray(messageReactions.messageId, ids)))
  const attached = await db
    .delete(messageAttachments)
    .where(and(eq(messageAttachments.companyId, companyId), inArray(messageAttachments.messageId, ids)))
    .returning({ fileId: messageAttachments.fileId })
  const fileIds = attached.flatMap(({ fileId }) => fileId ?? [])
  if (fileIds.length === 0) return
  const elsewhere = await db
    .select({ fileId: messageAttachments.fileId })
    .from(messageAttachments)
    .where(and(eq(messageAttachments.companyId, companyId), inArray(messageAttachments.fileId, fileIds)))
  const kept = new Set(elsewhere.map(({ fileId }) => fileId))
  const gone = fileIds.filter(id => !kept.has(id))
  if (gone.length > 0) await eraseFiles(ctx, await db.select().from(files).where(inArray(files.id, gone)))
}
