/** Rows that point at what is named with some words: found by the ids of those first, however many rows there are. */
import { inArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../lib/db/pools.ts'
import { among, holds, type SearchedNoun, searchIds } from '../lib/db/searchIds.ts'
import { users } from './table.ts'

/** The condition that `column` points at a row of `noun` that holds the words; `text` is what its table is searched by. */
export async function pointingAtNamed(
  db: Database,
  noun: SearchedNoun,
  words: string | undefined,
  column: AnyPgColumn,
  { table, id, text }: { table: PgTable; id: AnyPgColumn; text: AnyPgColumn | SQL },
): Promise<SQL | undefined> {
  if (!words) return undefined
  const ids = await searchIds(db, noun, words)
  return ids ? among(column, ids) : inArray(column, db.select({ id }).from(table).where(holds(text, words)))
}

/** The same for people. */
export const ofPeopleNamed = (db: Database, column: AnyPgColumn, words: string | undefined) =>
  pointingAtNamed(db, 'person', words, column, { table: users, id: users.id, text: sql`fold(${users.name})` })
