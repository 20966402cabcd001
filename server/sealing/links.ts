import { and, asc, desc, eq, gte } from 'drizzle-orm'
import type { Database } from '../lib/db/pools.ts'
import type { RecordRef } from './questions.ts'
import { type SealRow, seals, timeStamps } from './table.ts'

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
