/**
 * A row and what belongs to it (its parts, its entry in the log), written in one statement: nothing waits to hear what its number is. Worded once
 * for what is given, as `writtenRows.ts` does it.
 */
import { getTableName } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { asWritten, type Columns } from './columnReading.ts'
import { clientOf, type Database } from './pools.ts'
import { columnAlone, inWords, knownOf, mostTexts } from './writtenRows.ts'

/** Rows that belong to one that is written with them. `owner` is the column that says to which; all of them are given the same columns. */
export type PartRows = { table: PgTable; owner: string; rows: object[]; orNothing?: boolean }

/** The row as it is then, and the numbers of what was written of each part, in the order of its rows. */
type Whole<Table extends PgTable> = { row: Table['$inferSelect']; ids: number[][] }

/** Writes them. Takes plain values, no SQL. Throws what PostgreSQL says. */
export async function writeWhole<Table extends PgTable>(
  db: Database,
  table: Table,
  row: Table['$inferInsert'] | object,
  parts: PartRows[],
): Promise<Whole<Table>> {
  const written = await write(db, table, row, parts)
  if (!written) throw new Error(`A row of ${getTableName(table)} was not stored.`)
  return written
}

async function write<Table extends PgTable>(
  db: Database,
  table: Table,
  row: object,
  parts: PartRows[],
  standing: string[] = [],
): Promise<Whole<Table> | null> {
  const of = knownOf(table)
  const whole = givenOf({ table, rows: [row] })
  const given = parts.filter(({ rows }) => rows.length > 0).map(givenOf)
  const values = [whole, ...given].flatMap(valuesOf)
  const key = [whole, ...given].map(({ table: { name }, names, rows }) => `${name} ${rows.length} ${names}`).join()
  const isOften = given.every(({ rows }) => rows.length === 1)
  const text = (isOften && of.texts.get(`${key} ${standing.length}`)) || inFull(of, whole, given, standing.length > 0)
  if (isOften && of.texts.size < mostTexts) of.texts.set(`${key} ${standing.length}`, text)
  const asked = { text, ...asWritten }
  const [first] = (await clientOf(db).query<unknown[]>(asked, [...values, ...standing])).rows
  if (!first) return null
  const ids = first.slice(Object.keys(of.columns).length) as (number[] | null)[]
  return {
    row: of.reading.read(first) as Table['$inferSelect'],
    ids: parts.map(({ rows }) => (rows.length > 0 ? (ids.shift() ?? []) : [])),
  }
}

type Given = {
  table: { name: string; columns: Columns }
  names: string[]
  rows: object[]
  owner?: string
  orNothing?: boolean
}

/** What a statement is given of rows: the columns that the first of them has. */
function givenOf({ table, rows, ...how }: Omit<PartRows, 'owner'> & { owner?: string }): Given {
  const { columns } = knownOf(table)
  const [first = {}] = rows as Record<string, unknown>[]
  const names = Object.keys(columns).filter(name => name !== how.owner && first[name] !== undefined)
  return { table: { name: getTableName(table), columns }, names, rows, ...how }
}

const valuesOf = ({ table: { columns }, names, rows }: Given): unknown[] =>
  (rows as Record<string, unknown>[]).flatMap(row =>
    names.map(name => inWords(columns[name] as AnyPgColumn, row[name] ?? null)),
  )

function inFull(
  { reading }: Pick<ReturnType<typeof knownOf>, 'reading'>,
  whole: Given,
  parts: Given[],
  asKnown: boolean,
): string {
  let count = 0
  const line = ({ table: { columns }, names }: Given) =>
    // Outside the list of an insert PostgreSQL takes each value for a text.
    names.map(name => `$${++count}::${(columns[name] as AnyPgColumn).getSQLType()}`).join(', ')
  const into = ({ table: { name, columns }, names, owner }: Given) =>
    `insert into "${name}" (${[...(owner ? [owner] : []), ...names].map(each => columnAlone(columns[each] as AnyPgColumn)).join(', ')})`
  const row = line(whole)
  const inserts = parts.map((part, at) => {
    const lines = part.rows.map(() => `(${line(part)})`).join(', ')
    const from = `select whole."id", given.* from whole, (values ${lines}) given`
    return `part_${at} as (${into(part)} ${from}${part.orNothing ? ' on conflict do nothing' : ''} returning "id")`
  })
  const condition = asKnown ? ` where confirm_standing($${count + 1}, $${count + 2}, false)` : ''
  const made = `whole as (${into(whole)} select ${row}${condition} returning ${reading.inWords()})`
  const ids = parts.map((_, at) => `, (select array_agg("id" order by "id") from part_${at})`).join('')
  return `with ${[made, ...inserts].join(', ')} select whole.*${ids} from whole`
}
