import { QueryBuilder } from 'drizzle-orm/pg-core'
import { asWritten, type Columns, dialect, type RowOf, readingOf } from './columnReading.ts'
import { clientOf, type Database } from './pools.ts'

/**
 * Reads columns of rows by the ids that `from` names by `amongIds`, and by nothing else: worded once, planned once for each connection as what is
 * prepared (`prepared.ts`), and read by its columns, since every list comes with some of these. A name belongs to one lookup.
 */
export function lookup<Of extends Columns>(
  name: string,
  columns: Of,
  from: (select: ReturnType<typeof selectOf<Of>>) => { toSQL(): { sql: string; params: unknown[] } },
) {
  const reading = readingOf(columns)
  let text: string | undefined
  return async (db: Database, ids: number[]): Promise<RowOf<Of>[]> => {
    text ??= from(selectOf(columns)).toSQL().sql
    const { rows } = await clientOf(db).query<unknown[]>({ name, text, ...asWritten }, [ids])
    return rows.map(row => reading.read(row))
  }
}

const selectOf = <Of extends Columns>(columns: Of) => new QueryBuilder(dialect).select(columns)
