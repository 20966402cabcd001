import { and, asc, desc, eq, gte, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { ChainCheck } from '#shared/sealing/contract.ts'
import { users } from '../accounts/table.ts'
import type { Database } from '../lib/db/pools.ts'
import type { RecordRef } from './ports.ts'
import { type SealRow, sealChecks, seals, timeStamps } from './table.ts'

/** The time stamp that covers a link: the first of that link or of a later one. */
export async function stampFrom(db: Database, companyId: number, position: number) {
  const [stamp] = await db
    .select()
    .from(timeStamps)
    .where(and(eq(timeStamps.companyId, companyId), gte(timeStamps.position, position)))
    .orderBy(asc(timeStamps.position))
    .limit(1)
  return stamp ?? null
}

/** The latest ten time stamps of a chain. */
export const lastStamps = (db: Database, companyId: number) =>
  db.select().from(timeStamps).where(eq(timeStamps.companyId, companyId)).orderBy(desc(timeStamps.position)).limit(10)

export const presentStamp = ({ position, stampedAt, authority }: typeof timeStamps.$inferSelect) => ({
  ...{ position, authority },
  stamped_at: stampedAt.toISOString(),
})

/** All links about a record, in order. */
export const linksOf = (db: Database, { companyId, recordType, recordId }: RecordRef): Promise<SealRow[]> =>
  db
    .select()
    .from(seals)
    .where(and(eq(seals.companyId, companyId), eq(seals.recordType, recordType), eq(seals.recordId, recordId)))
    .orderBy(asc(seals.position))
    .limit(maxLinksOfRecord)

/** A record is changed, reviewed and exported; more than this of it nobody reads at once. */
const maxLinksOfRecord = 1_000

export const presentLink = (link: SealRow, keys: Map<number, string>) => ({
  ...{ position: link.position, kind: link.kind, hash: link.hash },
  sealed_at: link.sealedAt.toISOString(),
  key: keys.get(link.keyGeneration) ?? '',
})

// Walks along a chain, part by part: who went, when, how far, and how much was found that is not as it was sealed.

type Walker = { companyId: number; checkedBy: number | null; now: Date }
type Part = { checked_to: number; last: number; faults: unknown[] }

/**
 * Notes a part of a walk. One that begins at the first link begins a walk; one that goes on where none of this walker's
 * ended is no part of any.
 */
export async function noteWalk(db: Database, { companyId, checkedBy, now }: Walker, after: number, part: Part) {
  const [walk] =
    after === 0
      ? await db.insert(sealChecks).values({ companyId, checkedBy, beganAt: now }).returning()
      : [await unfinishedWalk(db, { companyId, checkedBy })]
  if (!walk || walk.checkedTo !== after) return
  const isEnd = part.checked_to >= part.last
  await db
    .update(sealChecks)
    .set({
      checkedTo: part.checked_to,
      found: walk.found + part.faults.length,
      ...(isEnd && { finishedAt: now }),
    })
    .where(eq(sealChecks.id, walk.id))
}

/** The last walk of this walker, if it has no end yet. */
export async function unfinishedWalk(db: Database, { companyId, checkedBy }: Omit<Walker, 'now'>) {
  const by = checkedBy === null ? isNull(sealChecks.checkedBy) : eq(sealChecks.checkedBy, checkedBy)
  const [walk] = await latest(db, and(eq(sealChecks.companyId, companyId), by))
  return walk?.finishedAt === null ? walk : undefined
}

/** The last check of the whole chain by anybody; null where there was none. */
export async function lastCheck(db: Database, companyId: number): Promise<ChainCheck | null> {
  const [walk] = await latest(db, and(eq(sealChecks.companyId, companyId), isNotNull(sealChecks.finishedAt)))
  if (!walk?.finishedAt) return null
  const { checkedBy, finishedAt, checkedTo, found } = walk
  const [person] = checkedBy === null ? [] : await db.select().from(users).where(eq(users.id, checkedBy))
  return {
    ...{ checked_at: finishedAt.toISOString(), checked_by: checkedBy, checked_by_name: person?.name ?? null },
    ...{ links: checkedTo, found },
  }
}

const latest = (db: Database, where: SQL | undefined) =>
  db.select().from(sealChecks).where(where).orderBy(desc(sealChecks.id)).limit(1)
