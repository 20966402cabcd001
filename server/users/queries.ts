import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../lib/db/pools.ts'
import { pointingAtNamed } from '../lib/db/searchIds.ts'
import { users } from './table.ts'

/** The condition that `column` points at somebody whose name holds the words. */
export const ofPeopleNamed = (db: Database, column: AnyPgColumn, words: string | undefined) =>
  pointingAtNamed(db, 'person', words, column, { table: users, id: users.id, text: sql`fold(${users.name})` })
