import { and, asc, eq, gte, lte } from 'drizzle-orm'
import type { BundledChain } from '#shared/sealing/bundle/manifest.ts'
import type { SignedLink } from '#shared/sealing/link.ts'
import type { Database } from '../../lib/db/pools.ts'
import { signedLink } from '../chain.ts'
import { linksWhere } from '../checkLinks.ts'
import { seals, timeStamps } from '../table.ts'

/** So many links lead from time stamps to records: where more stand between, the stamp is left out. */
const maxLinks = 5_000

/** For each of these positions the first time stamp that covers it, with the links between. */
export async function bundledChain(db: Database, companyId: number, positions: number[]): Promise<BundledChain> {
  const chain: { links: SignedLink[]; time_stamps: BundledChain['time_stamps'] } = { links: [], time_stamps: [] }
  const sorted = [...new Set(positions)].sort((one, other) => one - other)
  for (let index = 0; index < sorted.length; ) {
    const from = sorted[index] ?? 0
    const [stamp] = await db
      .select()
      .from(timeStamps)
      .where(and(eq(timeStamps.companyId, companyId), gte(timeStamps.position, from)))
      .orderBy(asc(timeStamps.position))
      .limit(1)
    if (!stamp) break
    while ((sorted[index] ?? Number.POSITIVE_INFINITY) <= stamp.position) index++
    if (chain.links.length + stamp.position - from >= maxLinks) continue
    const between = and(eq(seals.companyId, companyId), gte(seals.position, from), lte(seals.position, stamp.position))
    chain.links.push(...(await linksWhere(db, between, maxLinks)).map(signedLink))
    chain.time_stamps.push({
      ...{ position: stamp.position, hash: stamp.hash },
      token: Buffer.from(stamp.token).toString('base64'),
    })
  }
  return chain
}
