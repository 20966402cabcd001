/** Places are parts of places, and none is a part of itself, however far around. */
import { sql } from 'drizzle-orm'
import { invalidField } from '#shared/lib/problem.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'

/**
 * Throws a 422 where `parentId` is the place itself or lies within it. Whoever moves places of a company waits for others who do, so that
 * two moves at once make no circle together either.
 */
export async function requireNoCircle(
  ctx: Context,
  { id, companyId }: { id: number; companyId: number },
  parentId: number | null | undefined,
): Promise<void> {
  if (parentId === null || parentId === undefined) return
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtext('locations.parent_id'), ${companyId})`)
  if ((await within(ctx.db, companyId, id)).includes(parentId)) throw invalidField('parent_id', 'inside_itself')
}

/** The place and all that is a part of it, and of that. */
export async function within(db: Database, companyId: number, id: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with recursive inside as (
      select id from locations where company_id = ${companyId} and id = ${id}
      union
      select part.id from locations part join inside on part.parent_id = inside.id where part.company_id = ${companyId}
    )
    select id from inside`)
  return rows.map(row => row.id)
}
