import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Answers } from '#shared/forms/answers/answers.ts'
import { canonicalJson } from '#shared/lib/canonicalJson.ts'
import { receiptContent } from '#shared/submissions/delivery.ts'
import type { Receipt } from '#shared/submissions/deviceRecords.ts'
import type { FileRow } from '../files/queries.ts'
import type { Context } from '../lib/context.ts'
import type { FoundSubmission } from './queries.ts'
import { receiptCounters, submissions } from './table.ts'

type Content = { answers: Answers; photos: FileRow[] }

/** Returns the SHA-256 of what a device sent, in hex. */
export function contentHash(
  { uuid, version }: { uuid: string; version: number },
  { answers, photos }: Content,
): string {
  const files = photos.map(photo => ({ uuid: photo.uuid, sha256: photo.sentSha256 }))
  return createHash('sha256').update(receiptContent({ uuid, version, answers, files })).digest('hex')
}

/**
 * Issues the receipt of a complete submission. The counter of the company stays locked until the commit, so that
 * numbers have no gaps; therefore this comes last.
 */
export async function issueReceipt(
  ctx: Context,
  { id, companyId, uuid, version }: FoundSubmission,
  content: Content,
): Promise<Receipt> {
  const [counter] = await ctx.db
    .insert(receiptCounters)
    .values({ companyId, last: 1 })
    .onConflictDoUpdate({ target: receiptCounters.companyId, set: { last: sql`${receiptCounters.last} + 1` } })
    .returning({ last: receiptCounters.last, generation: sql<number>`(select max(generation) from signing_keys)` })
  if (!counter) throw new Error('The receipt has no number.')
  const facts = {
    client_id: uuid,
    content_hash: contentHash({ uuid, version }, content),
    sequence: counter.last,
    server_time: ctx.now.toISOString(),
  }
  const receipt = { ...facts, signature: ctx.services.signing.sign(counter.generation, canonicalJson(facts)) }
  await ctx.db.update(submissions).set({ receipt, receiptSequence: counter.last }).where(eq(submissions.id, id))
  return receipt
}
