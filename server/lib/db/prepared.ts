import { getTableName, is, SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from './pools.ts'

const known = new WeakMap<Database, Map<string, unknown>>()

/**
 * A query that is written and planned once for each connection: for lookups that come with nearly every request, by a
 * key, so that one plan is good for all values. Lists are none of these: PostgreSQL would plan them for a company of
 * middling size, and read all rows of a large one. `build` ends in `.prepare(name)`; a name belongs to one text.
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

const memoisedConditions = new WeakSet<SQL>()
const compiled = new WeakMap<Database, WeakMap<SQL, Map<string, unknown>>>()

/** Lets the queries of a condition be kept by `compiledOn`, because it will be asked again. */
export const markMemoised = (where: SQL): void => {
  memoisedConditions.add(where)
}

/**
 * A query of a memoised condition, written once for each connection; undefined for other conditions. PostgreSQL
 * plans it each time for the company at hand. `key` names the query among those of the condition.
 */
export function compiledOn<Prepared>(
  db: Database,
  where: SQL | undefined,
  key: string,
  build: () => Prepared,
): Prepared | undefined {
  if (!where || !memoisedConditions.has(where)) return undefined
  const ofConnection = compiled.get(db) ?? new WeakMap<SQL, Map<string, unknown>>()
  compiled.set(db, ofConnection)
  const queries = ofConnection.get(where) ?? new Map<string, unknown>()
  ofConnection.set(where, queries)
  const query = (queries.get(key) as Prepared | undefined) ?? build()
  queries.set(key, query)
  return query
}

/**
 * Equality with any of the `ids` that a prepared query is given. They come by a subquery, because PostgreSQL counts on
 * ten in a list that it does not see, and would plan again for each shorter one that it does see.
 */
export const inPreparedIds = (column: AnyPgColumn): SQL =>
  sql`${column} = any((select ${sql.placeholder('ids')}::int[])::int[])`

/** Sets of columns of one table whose insert a connection keeps; what a client leaves out decides which there are. */
const maxPreparedInserts = 20
const inserts = new WeakMap<Database, Map<string, Map<string, string>>>()

/** Inserts one row, by a statement that is written and planned once for each set of columns. It is sent at once. */
export async function insertRow<Table extends PgTable>(
  db: Database,
  table: Table,
  row: Table['$inferInsert'],
): Promise<void> {
  await (preparedInsert(db, table, row, false) ?? db.insert(table).values(row)).execute(row)
}

/** The same; returns the row as it was stored. */
export async function insertReturning<Table extends PgTable>(
  db: Database,
  table: Table,
  row: Table['$inferInsert'],
): Promise<Table['$inferSelect']> {
  const insert = preparedInsert(db, table, row, true) ?? db.insert(table).values(row).returning()
  const [stored] = (await insert.execute(row)) as Table['$inferSelect'][]
  if (!stored) throw new Error(`Nothing was inserted into ${getTableName(table)}.`)
  return stored
}

/** Returns undefined for a value that is an expression, and for a set of columns beyond those that are kept. */
function preparedInsert(db: Database, table: PgTable, row: object, isReturning: boolean) {
  const given = Object.entries(row).filter(([, value]) => value !== undefined)
  if (given.some(([, value]) => is(value, SQL))) return undefined
  // NULL is part of the statement, because Drizzle encodes values of placeholders.
  const columns = given.map(([column, value]) => (value === null ? `${column}=null` : column)).join(' ')
  const ofConnection = inserts.get(db) ?? new Map<string, Map<string, string>>()
  inserts.set(db, ofConnection)
  const tableName = getTableName(table)
  const names = ofConnection.get(tableName) ?? new Map<string, string>()
  ofConnection.set(tableName, names)
  const shape = `${columns} ${isReturning}`
  if (!names.has(shape) && names.size >= maxPreparedInserts) return undefined
  const name = names.get(shape) ?? `insert ${names.size} into ${tableName}`
  names.set(shape, name)
  return preparedOn(db, name, () => {
    const values = Object.fromEntries(
      given.map(([column, value]) => [column, value === null ? null : sql.placeholder(column)]),
    )
    const insert = db.insert(table).values(values as never)
    return (isReturning ? insert.returning() : insert).prepare(name)
  })
}
