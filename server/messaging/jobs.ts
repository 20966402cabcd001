/** Erases messages at night after the company's retention: texts, earlier texts and files. */
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { files } from '../files/table.ts'
import type { Database } from '../lib/db/pools.ts'
import { nightly } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import {
  conversations,
  messageAcknowledgements,
  messageAttachments,
  messageReactions,
  messageReads,
  messageReports,
  messageRetention,
  messages,
  messageVersions,
} from './table.ts'

/** Messages deleted in one transaction, for whose end posts in their conversations wait. */
const batch = 200

export const forgetMessages: Job<object> = {
  name: 'messaging.forget',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const all = await db.select({ companyId: messageRetention.companyId }).from(messageRetention)
    await services.jobs.sendEach(
      db,
      forgetMessagesOf,
      all.map(owner => ({ data: owner, owner })),
    )
    return undefined
  },
}

/** Some of a company's, and then it comes again while there are more. */
export const forgetMessagesOf: Job<{ companyId: number }> = {
  name: 'messaging.forget-of-company',
  turns: { atOnce: 1, ofOne: 1 },
  work: async ({ companyId }, { db, services }) => {
    const [retention] = await db.select().from(messageRetention).where(eq(messageRetention.companyId, companyId))
    if (!retention) return undefined
    const { days } = retention
    const due = await db
      .select({ id: messages.id, conversationId: messages.conversationId, changeId: messages.changeId })
      .from(messages)
      .where(
        and(eq(messages.companyId, companyId), lt(messages.createdAt, sql`now() - make_interval(days => ${days})`)),
      )
      .orderBy(messages.createdAt)
      .limit(batch)
    if (due.length === 0) return undefined
    const paths = await erase(db, companyId, due)
    if (due.length === batch) await services.jobs.send(db, forgetMessagesOf, { companyId }, { companyId })
    return async () => {
      for (const path of paths) await services.storage.remove(path)
    }
  },
}

type Due = { id: number; conversationId: number; changeId: number }

/**
 * Erases messages with all that belongs to them, and says in their conversations that what was before is not known any
 * more.
 */
async function erase(db: Database, companyId: number, due: Due[]): Promise<string[]> {
  const ids = due.map(({ id }) => id)
  const attached = await db
    .delete(messageAttachments)
    .where(and(eq(messageAttachments.companyId, companyId), inArray(messageAttachments.messageId, ids)))
    .returning({ fileId: messageAttachments.fileId })
  for (const part of [messageVersions, messageReactions, messageAcknowledgements, messageReports])
    await db.delete(part).where(and(eq(part.companyId, companyId), inArray(part.messageId, ids)))
  // In the order of their ids, as all who lock several.
  const conversationsOfDue = [...Map.groupBy(due, one => one.conversationId)].toSorted(([one], [other]) => one - other)
  for (const [conversationId, of] of conversationsOfDue) {
    const last = Math.max(...of.map(({ id }) => id))
    const here = and(eq(messageReads.companyId, companyId), eq(messageReads.conversationId, conversationId))
    await db.delete(messageReads).where(and(here, lt(messageReads.messageId, last)))
    await db
      .update(conversations)
      .set({
        forgottenChangeId: sql`greatest(${conversations.forgottenChangeId},
          ${Math.max(...of.map(one => one.changeId))})`,
      })
      .where(eq(conversations.id, conversationId))
  }
  await db.delete(messages).where(inArray(messages.id, ids))
  return eraseUnnamed(
    db,
    companyId,
    attached.flatMap(({ fileId }) => fileId ?? []),
  )
}

async function eraseUnnamed(db: Database, companyId: number, fileIds: number[]): Promise<string[]> {
  if (fileIds.length === 0) return []
  const still = db
    .select({ one: sql`1` })
    .from(messageAttachments)
    .where(and(eq(messageAttachments.companyId, files.companyId), eq(messageAttachments.fileId, files.id)))
  const gone = await db
    .delete(files)
    .where(and(eq(files.companyId, companyId), inArray(files.id, fileIds), sql`not exists ${still}`))
    .returning({ path: files.path, previewPath: files.previewPath })
  return gone.flatMap(({ path, previewPath }) => (previewPath ? [path, previewPath] : [path]))
}
