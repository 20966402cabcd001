/**
 * Rows that are written often: places, tasks, what is noted of them. Built by the query builder at each call, the statement took longer than
 * all that it says; here it is worded once for a table and the columns that a row is given.
 */
import { getTableColumns, getTableName, is, SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { asWritten, type Columns, columnInWords, readingOf } from './columnReading.ts'
import { clientOf, type Database } from './pools.ts'

type Given = Record<string, unknown>
type Known = { columns: Columns; reading: ReturnType<typeof readingOf<Columns>>; texts: Map<string, string> }

const known = new WeakMap<PgTable, Known>()
/** So many texts are remembered for a table; of several rows at once none is. */
export const mostTexts = 50

/**
 * Writes rows and gives them back as they are then, in their order. Columns that are not given have what the table says. Takes plain values,
 * no SQL.
 * @throws what PostgreSQL says
 */
export async function writeRows<Table extends PgTable>(
  db: Database,
  table: Table,
  rows: (Table['$inferInsert'] | object)[],
): Promise<Table['$inferSelect'][]> {
  const of = knownOf(table)
  const { text, values } = worded(table, of, rows as Given[], true)
  const written = await clientOf(db).query<unknown[]>({ text, ...asWritten }, values)
  return written.rows.map(row => of.reading.read(row)) as Table['$inferSelect'][]
}

/** The same of one row. */
export async function writeRow<Table extends PgTable>(
  db: Database,
  table: Table,
  row: Table['$inferInsert'],
): Promise<Table['$inferSelect']> {
  const [written] = await writeRows(db, table, [row])
  if (!written) throw new Error(`A row of ${getTableName(table)} was not stored.`)
  return written
}

/** The same where nobody asks what was written. `orNothing`: what is there already stays as it is. */
export async function writeBlindly<Table extends PgTable>(
  db: Database,
  table: Table,
  rows: Table['$inferInsert'][],
  { orNothing = false } = {},
): Promise<void> {
  const { text, values } = worded(table, knownOf(table), rows as Given[], false)
  const inFull = orNothing ? `${text} on conflict do nothing` : text
  // Of several rows at once the texts are long and differ, so they get no name (`statementNames.ts`).
  await clientOf(db).query(rows.length === 1 ? { text: inFull } : (inFull as never), values)
}

/** What is known of a table once rows of it were written. */
export function knownOf(table: PgTable): Known {
  const before = known.get(table)
  if (before) return before
  const columns = getTableColumns(table) as Columns
  const made = { columns, reading: readingOf(columns), texts: new Map() }
  known.set(table, made)
  return made
}

function worded(table: PgTable, of: Known, rows: Given[], returns: boolean): { text: string; values: unknown[] } {
  const names = Object.keys(of.columns).filter(name => rows.some(row => row[name] !== undefined))
  const given = rows.map(row => names.filter(name => row[name] !== undefined))
  const values = rows.flatMap((row, at) => given[at]?.map(name => inWords(of.columns[name] as AnyPgColumn, row[name])))
  const key = rows.length === 1 ? `${returns} ${names.join()}` : undefined
  const before = key && of.texts.get(key)
  if (before) return { text: before, values }
  const named = names.map(name => columnAlone(of.columns[name] as AnyPgColumn))
  let count = 0
  const lines = given.map(
    those => `(${names.map(name => (those.includes(name) ? `$${++count}` : 'default')).join(', ')})`,
  )
  const returning = returns ? ` returning ${of.reading.inWords()}` : ''
  const text = `insert into "${getTableName(table)}" (${named.join(', ')}) values ${lines.join(', ')}${returning}`
  if (key && of.texts.size < mostTexts) of.texts.set(key, text)
  return { text, values }
}

/** Without its table: as an insert names it. */
export const columnAlone = (column: AnyPgColumn): string => columnInWords(column).split('.').at(-1) ?? ''

/** A value as the statement is given it. */
export function inWords(column: AnyPgColumn, value: unknown): unknown {
  if (is(value, SQL)) throw new Error(`${column.name} is given SQL: write the row by the query builder.`)
  return value === null ? null : column.mapToDriverValue(value)
}
