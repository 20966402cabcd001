/** Walks along a chain, part by part: who went, when, how far, and how much was found that is not as it was sealed. */
import { and, desc, eq, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { ChainCheck } from '#shared/sealing/contract.ts'
import { users } from '../accounts/table.ts'
import type { Database } from '../lib/db/pools.ts'
import { sealChecks } from './table.ts'

type Walker = { companyId: number; checkedBy: number | null; now: Date }
type Part = { checked_to: number; last: number; faults: unknown[] }

/** Notes a part of a walk. One that begins at the first link begins a walk; one that goes on where none of this walker's ended is no part of any. */
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

/** The last check of all of the chain, by whomever; null where there was none. */
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
