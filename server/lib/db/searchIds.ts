/**
 * The one door to searching by words. Behind the wall PostgreSQL uses no index for `@@` and `%`, because they could tell something of rows
 * that one may not see. So the search itself is a function of the wall's owner (`search_ids` in the migrations), which adds the company of
 * the connection itself, and within it only what the caller names. It gives ids, and what they stand for is read behind the wall again.
 */
import { sql } from 'drizzle-orm'
import type { Database } from './pools.ts'

/** What is searched: rows of a noun, only those in one of `within` that are newer than the id beside it. */
export type SearchScope = {
  within: { id: number; sinceId: number }[]
  userId?: number | undefined
  from?: Date | undefined
  to?: Date | undefined
  hasFile?: boolean | undefined
}

/** So many places are searched at once; whoever is in more finds what is in the latest of them. */
export const mostPlaces = 1000

/** The ids of rows that have the words, newest first. */
export async function searchIds(
  db: Database,
  noun: 'message',
  words: string,
  scope: SearchScope,
  { limit, offset }: { limit: number; offset: number },
): Promise<number[]> {
  const within = scope.within.slice(0, mostPlaces)
  if (within.length === 0) return []
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from search_ids(
      ${noun}, ${words},
      ${`{${within.map(({ id }) => id).join(',')}}`}::int[], ${`{${within.map(({ sinceId }) => sinceId).join(',')}}`}::int[],
      ${scope.userId ?? null}::int, ${scope.from?.toISOString() ?? null}::timestamptz,
      ${scope.to?.toISOString() ?? null}::timestamptz, ${scope.hasFile ?? null}::boolean,
      ${limit}::int, ${offset}::int
    )`)
  return rows.map(({ id }) => id)
}
