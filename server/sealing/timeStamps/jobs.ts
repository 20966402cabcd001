/**
 * Has the ends of chains stamped: each night, and when somebody asks for it. What fails is tried again with growing
 * delays, and then the next night.
 */
import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Services } from '../../lib/context.ts'
import { type Database, noTenant, withDatabase } from '../../lib/db/pools.ts'
import { nightly } from '../../lib/jobs/erasing.ts'
import type { Job } from '../../lib/jobs/jobs.ts'
import { sealHeads, seals, timeStamps } from '../table.ts'
import { stampedBy } from './authority.ts'

/** Companies in one night; what is left comes the next, the longest chain without a stamp first. */
const maxCompanies = 2_000

/** What of a chain no authority has seen yet: its last link, or undefined where it has. */
export async function unstampedEnd(db: Database, companyId: number) {
  const [[last], [stamped]] = await Promise.all([
    db
      .select({ position: seals.position, hash: seals.hash })
      .from(seals)
      .where(eq(seals.companyId, companyId))
      .orderBy(desc(seals.position))
      .limit(1),
    db
      .select({ position: timeStamps.position })
      .from(timeStamps)
      .where(eq(timeStamps.companyId, companyId))
      .orderBy(desc(timeStamps.position))
      .limit(1),
  ])
  return last && last.position > (stamped?.position ?? 0) ? last : undefined
}

export const stampChain: Job<{ companyId: number }> = {
  name: 'seals.stamp',
  turns: { atOnce: 4, ofOne: 1 },
  work: async ({ companyId }, { db, services }) => {
    const end = await unstampedEnd(db, companyId)
    // No connection is held while somebody else's server thinks.
    return end && (() => stampLink(services, companyId, end))
  },
}

/** Asks the authority for a stamp on a link and keeps it. Rejects where none came; nothing is kept then. */
export async function stampLink(
  { config, pools }: Pick<Services, 'config' | 'pools'>,
  companyId: number,
  { position, hash }: { position: number; hash: string },
): Promise<void> {
  if (!config.timeStamps) return
  const stamped = await stampedBy(config.timeStamps, hash)
  await withDatabase(pools.jobs, noTenant, true, async db => {
    await db
      .insert(timeStamps)
      .values({ companyId, position, hash, ...stamped })
      .onConflictDoNothing()
  })
}

export const stampChains: Job<object> = {
  name: 'seals.stamp-all',
  schedule: nightly,
  work: async (_, { db, services }) => {
    if (!services.config.timeStamps) return undefined
    const last = db
      .select({ companyId: timeStamps.companyId, position: sql<number>`max(${timeStamps.position})`.as('stamped') })
      .from(timeStamps)
      .groupBy(timeStamps.companyId)
      .as('last')
    const due = await db
      .select({ companyId: sealHeads.companyId })
      .from(sealHeads)
      .leftJoin(last, eq(last.companyId, sealHeads.companyId))
      .where(and(or(isNull(last.position), lt(last.position, sealHeads.position))))
      .orderBy(desc(sql`${sealHeads.position} - coalesce(${last.position}, 0)`))
      .limit(maxCompanies)
    await services.jobs.sendEach(
      db,
      stampChain,
      due.map(owner => ({ data: owner, owner })),
    )
    return undefined
  },
}
