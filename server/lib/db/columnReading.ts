/** How the columns of a table are named in a statement and read from its answer, worked out once and not at each call. */
import { type AnyColumn, type GetColumnData, sql } from 'drizzle-orm'
import { type AnyPgColumn, PgDialect } from 'drizzle-orm/pg-core'
import { types } from 'pg'

export type Columns = Record<string, AnyPgColumn>
export type RowOf<Of extends Columns> = { [Name in keyof Of]: GetColumnData<Of[Name] & AnyColumn> }

export const dialect = new PgDialect({ casing: 'snake_case' })

/** Times come as PostgreSQL writes them: the columns read them, which know whether they are moments or days. */
const { DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL } = types.builtins
const times = new Set<number>([DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL, 1182, 1115, 1185, 1187, 1231])

/** What a statement says whose rows are read by their columns. */
export const asWritten = {
  rowMode: 'array' as const,
  types: {
    getTypeParser: ((oid: number, format?: 'text') =>
      times.has(oid) ? (value: unknown) => value : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
  },
}

/** A column with its table, as it stands in a statement. */
export const columnInWords = (column: AnyPgColumn): string => dialect.sqlToQuery(sql`${column}`).sql

/** What names these columns, and reads a row of them. */
export function readingOf<Of extends Columns>(columns: Of) {
  const names = Object.keys(columns)
  const readers = Object.values(columns)
  // With all names from the start: an object that gets them one by one is moved about in memory meanwhile.
  const empty: Record<string, unknown> = Object.fromEntries(names.map(name => [name, null]))
  let words: string | undefined
  return {
    inWords(): string {
      words ??= readers.map(columnInWords).join(', ')
      return words
    },
    read(row: unknown[]): RowOf<Of> {
      const read = { ...empty }
      for (let index = 0; index < names.length; index++) {
        const value = row[index]
        if (value !== null) read[names[index] as string] = readers[index]?.mapFromDriverValue(value)
      }
      return read as RowOf<Of>
    },
  }
}
