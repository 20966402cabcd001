import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { PlaceInTree } from '#shared/locations/contract.ts'
import { maxInTree } from '#shared/locations/rules.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { alphabetical } from '../lib/db/naturalOrder.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { accessRow } from '../lib/registers/register.ts'
import { presentSubject } from '../subjects/queries.ts'
import { within } from './nesting.ts'
import { headsByPlace } from './stocking.ts'
import { locations } from './table.ts'

/** The places that the actor may read, by name, with the animals on each; `inside` narrows to one and what is a part of it. */
export async function treeOf(
  ctx: Context,
  inside: number | undefined,
): Promise<{ places: PlaceInTree[]; is_cut: boolean }> {
  const companyId = companyOf(ctx)
  if (inside !== undefined) await accessRow(ctx, locations, 'Location', inside, 'read')
  const { id, name, type, parentId, revision, capacityHeads, floorArea, status, statusSince } = locations
  const rows = await ctx.db
    .select({ id, name, type, parentId, revision, capacityHeads, floorArea, status, statusSince })
    .from(locations)
    .where(
      and(
        ...[eq(locations.companyId, companyId), isNull(locations.archivedAt)],
        accessible(ctx.ability, 'read', 'Location', locations),
        inside === undefined ? undefined : inArray(id, await within(ctx.db, companyId, inside)),
      ),
    )
    .orderBy(asc(alphabetical(name, ctx.locale)), asc(id))
    .limit(maxInTree + 1)
  const heads = await headsByPlace(ctx.db, companyId)
  return {
    places: rows.slice(0, maxInTree).map(row => ({ ...presentSubject(row), heads: heads.get(row.id) ?? 0 })),
    is_cut: rows.length > maxInTree,
  }
}
