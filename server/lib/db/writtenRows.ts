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
const mostTexts = 50

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

/** Rows that belong to one that is written with them. `owner` is the column that says to which; all of them are given the same columns. */
export type PartRows = { table: PgTable; owner: string; rows: object[]; orNothing?: boolean }

/**
 * Writes a row and what belongs to it in one statement, so that nothing waits to hear what its number is.
 * @returns the row as it is then, and the numbers of what was written of each part, in the order of its rows
 */
export async function writeWhole<Table extends PgTable>(
  db: Database,
  table: Table,
  row: Table['$inferInsert'] | object,
  parts: PartRows[],
): Promise<{ row: Table['$inferSelect']; ids: number[][] }> {
  const of = knownOf(table)
  const whole = worded(table, of, [row as Given], true)
  const written = parts.filter(({ rows }) => rows.length > 0)
  const given = written.map(({ table: part, owner, rows }) => {
    const { columns } = knownOf(part)
    const names = Object.keys(columns).filter(name => name !== owner && (rows[0] as Given)[name] !== undefined)
    return { columns, names }
  })
  const values = written.flatMap(({ rows }, at) =>
    rows.flatMap(each =>
      given[at]?.names.map(name => inWords(given[at]?.columns[name] as AnyPgColumn, (each as Given)[name] ?? null)),
    ),
  )
  const key = written.every(({ rows }) => rows.length === 1)
    ? [
        whole.text,
        ...given.map(({ names }, at) => `${getTableName(written[at]?.table as PgTable)} ${names.join()}`),
      ].join()
    : undefined
  const text = (key && of.texts.get(key)) ?? wordedWhole(whole, written, given)
  if (key && of.texts.size < mostTexts) of.texts.set(key, text)
  const [first] = (await clientOf(db).query<unknown[]>({ text, ...asWritten }, [...whole.values, ...values])).rows
  if (!first) throw new Error(`A row of ${getTableName(table)} was not stored.`)
  const ids = first.slice(Object.keys(of.columns).length) as (number[] | null)[]
  return {
    row: of.reading.read(first) as Table['$inferSelect'],
    ids: parts.map(part => ids[written.indexOf(part)] ?? []),
  }
}

function wordedWhole(
  whole: { text: string; values: unknown[] },
  parts: PartRows[],
  given: { columns: Columns; names: string[] }[],
): string {
  let count = whole.values.length
  const inserts = parts.map(({ table, owner, rows, orNothing }, at) => {
    const { columns, names } = given[at] as (typeof given)[number]
    const named = names.map(name => columnAlone(columns[name] as AnyPgColumn))
    // Outside an insert's own list PostgreSQL takes each value for a text.
    const types = names.map(name => (columns[name] as AnyPgColumn).getSQLType())
    const lines = rows.map(() => `(${types.map(type => `$${++count}::${type}`).join(', ')})`)
    return `part_${at} as (insert into "${getTableName(table)}" (${columnAlone(columns[owner] as AnyPgColumn)}, ${named.join(', ')})
      select whole."id", given.* from whole, (values ${lines.join(', ')}) given${orNothing ? ' on conflict do nothing' : ''} returning "id")`
  })
  const ids = parts.map((_, at) => `, (select array_agg("id" order by "id") from part_${at})`)
  return `with ${[`whole as (${whole.text})`, ...inserts].join(', ')} select whole.*${ids.join('')} from whole`
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

function knownOf(table: PgTable): Known {
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
const columnAlone = (column: AnyPgColumn): string => columnInWords(column).split('.').at(-1) ?? ''

function inWords(column: AnyPgColumn, value: unknown): unknown {
  if (is(value, SQL)) throw new Error(`${column.name} is given SQL: write the row by the query builder.`)
  return value === null ? null : column.mapToDriverValue(value)
}
