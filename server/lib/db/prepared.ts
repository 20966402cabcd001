import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database } from './pools.ts'

const known = new WeakMap<Database, Map<string, unknown>>()

/**
 * A query that is written and planned once for each connection: for lookups that come with nearly every request, by a key, so that one
 * plan is good for all values. Lists are none of these: PostgreSQL would plan them for a company of middling size, and read all rows of a
 * large one. `build` ends in `.prepare(name)`; a name belongs to one text.
 */
export function preparedOn<Prepared>(
  db: Database,
  name: string,
  build: (db: Database, name: string) => Prepared,
): Prepared {
  const queries = known.get(db) ?? new Map<string, unknown>()
  known.set(db, queries)
  const before = queries.get(name) as Prepared | undefined
  if (before) return before
  const made = build(db, name)
  queries.set(name, made)
  return made
}

/** Equality with any of the `ids` that a prepared query is given. */
export const amongIds = (column: AnyPgColumn): SQL => sql`${column} = any(${sql.placeholder('ids')}::int[])`
