/** The site of a submission: that of the locations at which its subjects were when it was made. */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../lib/db/pools.ts'
import { locations } from '../../locations/table.ts'
import { submissions } from '../../submissions/table.ts'

/** Each location of a site as records name it, with the nearest site above; read once a statement. */
const siteOfPlace = (companyId: number): SQL => sql`(
  with recursive lies as (
    select id, id as site from locations where company_id = ${companyId} and type = 'site'
    union
    select part.id, lies.site from locations part join lies on part.parent_id = lies.id
      where part.company_id = ${companyId} and part.type <> 'site')
  select coalesce(jsonb_object_agg('location:' || id, site), '{}') from lies)`

/** The sites of a submission as texts, each once, as a table `lies`. */
export const sitesJoined = (companyId: number): SQL => sql`left join lateral (
  select distinct ${siteOfPlace(companyId)} ->> place as site from unnest(${submissions.places}) as place) as lies
  on lies.site is not null`

/** The condition that a submission was at a site, or with '' at none. */
export const wasAtSite = (companyId: number, site: string): SQL =>
  site
    ? sql`exists (select from unnest(${submissions.places}) as place
        where ${siteOfPlace(companyId)} ->> place = ${site})`
    : sql`not exists (select from unnest(${submissions.places}) as place
        where ${siteOfPlace(companyId)} ->> place is not null)`

/** Whether there are several sites to compare, of those that the reader sees. */
export async function hasSites(db: Database, companyId: number): Promise<boolean> {
  const found = await db
    .select({ id: locations.id })
    .from(locations)
    .where(and(eq(locations.companyId, companyId), eq(locations.type, 'site'), isNull(locations.archivedAt)))
    .limit(2)
  return found.length > 1
}
