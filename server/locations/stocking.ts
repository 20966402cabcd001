/** How many animals stand where. */
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { animals } from '../animals/table.ts'
import type { Database } from '../lib/db/pools.ts'

/**
 * The animals on each place, by its id; what is a part of a place is counted there. Where one stands follows from its history and that of its
 * group (`animal-events/standing.ts`); a batch counts with all its heads.
 */
export async function headsByPlace(db: Database, companyId: number): Promise<Map<number, number>> {
  const heads = sql<number>`sum(case when ${animals.kind} = 'batch' then coalesce(${animals.headCount}, 0) else 1 end)::int`
  const rows = await db
    .select({ place: animals.locationId, heads })
    .from(animals)
    .where(
      and(
        ...[eq(animals.companyId, companyId), isNull(animals.archivedAt)],
        ...[eq(animals.lifeStatus, 'alive'), isNotNull(animals.locationId)],
      ),
    )
    .groupBy(animals.locationId)
  return new Map(rows.flatMap(({ place, heads }) => (place === null ? [] : [[place, heads] as const])))
}
