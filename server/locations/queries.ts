/** Responsibility for places, which includes their parts. */
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { invalidField } from '#shared/lib/problem.ts'
import type { PlaceInTree } from '#shared/locations/contract.ts'
import { maxInTree, maxSites } from '#shared/locations/rules.ts'
import { requireAtWork } from '../companies/queries.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { alphabetical } from '../lib/db/naturalOrder.ts'
import type { Database } from '../lib/db/pools.ts'
import { inIds } from '../lib/db/searchIds.ts'
import { accessible } from '../lib/registers/accessible.ts'
import { accessRow } from '../lib/registers/register.ts'
import { presentSubject } from '../subjects/queries.ts'
import { headsByPlace } from './ports.ts'
import { locations } from './table.ts'

/** Returns the people responsible for each place; for a place without any, those of the place around it. */
export async function responsibleFor(
  db: Database,
  companyId: number,
  ids: number[],
): Promise<{ locationId: number; userId: number }[]> {
  const { rows } = await db.execute<{ id: number; user_id: number }>(sql`
    with recursive around as (
      select id, parent_id, array_remove(responsible_id || also_responsible_ids, null) as people from locations
      where company_id = ${companyId} and id = any(${sql.param([...new Set(ids)])}::int[])
      union
      select around.id, outer_place.parent_id,
        array_remove(outer_place.responsible_id || outer_place.also_responsible_ids, null)
      from locations outer_place join around on outer_place.id = around.parent_id and around.people = '{}'
      where outer_place.company_id = ${companyId}
    )
    select distinct id, unnest(people) as user_id from around`)
  return rows.map(row => ({ locationId: row.id, userId: row.user_id }))
}

/** The places for which somebody is responsible, with all that is a part of them. */
const lookedAfter = (companyId: number) => sql`(
  with recursive looked_after as (
    select id from locations where company_id = ${companyId} and (responsible_id is not null
      or also_responsible_ids <> '{}')
    union
    select part.id from locations part join looked_after on part.parent_id = looked_after.id
    where part.company_id = ${companyId}
  )
  select id from looked_after)`

/** Places that are looked up by id. Beyond that a list in order finds a page soon. */
const maxLookedUp = 2_000

/** The condition that somebody is responsible for a place. */
export async function isLookedAfter(db: Database, companyId: number): Promise<SQL> {
  const places = lookedAfter(companyId)
  const { rows } = await db.execute<{ id: number }>(sql`select id from ${places} places limit ${maxLookedUp + 1}`)
  if (rows.length > maxLookedUp) return inArray(locations.id, places)
  return inIds(
    locations.id,
    rows.map(({ id }) => id),
  )
}

export type Responsible = { responsibleId?: number | null | undefined; alsoResponsibleIds?: number[] | undefined }

/** Throws a 422 for people who do not work in the company now, unless the place names them already. */
export const requireResponsible = (
  db: Database,
  companyId: number,
  { responsibleId, alsoResponsibleIds = [] }: Responsible,
  place?: { responsibleId: number | null; alsoResponsibleIds: number[] },
): Promise<void> =>
  requireAtWork(
    db,
    companyId,
    [
      ...(responsibleId ? [{ id: responsibleId, field: 'responsible_id' }] : []),
      ...alsoResponsibleIds.map((id, at) => ({ id, field: `also_responsible_ids.${at}` })),
    ],
    place && [place.responsibleId, ...place.alsoResponsibleIds],
  )

// Places form a tree.

/**
 * Throws 422 where `parentId` is the place itself or lies within it. Concurrent moves in a company wait for each other.
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

/**
 * Lists the places that the actor may read, by name, with their animals; `inside` narrows to one place and its parts.
 */
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
  const heads = await headsByPlace.queryOne(ctx.db, companyId)
  return {
    places: rows.slice(0, maxInTree).map(row => ({ ...presentSubject(row), heads: heads.get(row.id) ?? 0 })),
    is_cut: rows.length > maxInTree,
  }
}

/** The locations that a call at a site shows, with all below them; null where it shows all sites. */
export async function shownSite({ db, actor }: Pick<Context, 'db' | 'actor'>) {
  if (!actor.site || actor.companyId === null) return null
  const { id, name, companyId, parentId } = locations
  const shown = sql`${sql.param([...actor.site.locations])}::int[]`
  return db
    .select({ id, name })
    .from(locations)
    .where(
      and(
        ...[eq(companyId, actor.companyId), sql`${id} = any(${shown})`],
        sql`${parentId} is null or ${parentId} <> all(${shown})`,
      ),
    )
    .orderBy(asc(id))
    .limit(maxSites)
}

/** The name of a file, with the site that it shows. */
export async function namedAtSite(ctx: Pick<Context, 'db' | 'actor'>, name: string): Promise<string> {
  const site = await shownSite(ctx)
  return site ? `${name} – ${site.map(location => location.name).join(', ')}` : name
}

/** Lists the sites that the actor may read, by name. */
export async function listSites(ctx: Context): Promise<{ id: number; name: string }[]> {
  const { id, name } = locations
  return ctx.db
    .select({ id, name })
    .from(locations)
    .where(
      and(
        ...[eq(locations.companyId, companyOf(ctx)), eq(locations.type, 'site'), isNull(locations.archivedAt)],
        accessible(ctx.ability, 'read', 'Location', locations),
      ),
    )
    .orderBy(asc(alphabetical(name, ctx.locale)), asc(id))
    .limit(maxSites)
}
