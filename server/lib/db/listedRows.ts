/**
 * The rows that a list shows. Which columns they have and how each is read is worked out once for a table; what a call adds are its condition
 * and its order. Built by the query builder at each call, the columns took longer than all else of a list.
 */
import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { asWritten, type Columns, dialect, type RowOf, readingOf } from './columnReading.ts'
import { clientOf, type Database } from './pools.ts'

/** With `isSparse` few of the rows that stand first in the order meet the condition. */
type Asked = { where: SQL | undefined; order: SQL[]; limit: number; offset: number; isSparse?: boolean | undefined }

/** From so many rows on, and where most are passed by, that is done by their ids alone, which an index has in order with what lists ask of all rows. */
export const farAway = 2_000

/** What reads pages of a table, with these columns of it. */
export function listedRows<Of extends Columns>(table: PgTable, columns: Of) {
  const reading = readingOf(columns)
  let head: string | undefined

  return {
    async rows(db: Database, { where, order, limit, offset, isSparse }: Asked): Promise<RowOf<Of>[]> {
      head ??= `select ${reading.inWords()} from "${getTableName(table)}"`
      const { text, values } = whereOf(where)
      const ordered = inWords(order)
      const [most, skipped] = [values.length + 1, values.length + 2]
      const page = `order by ${ordered} limit $${most} offset $${skipped}`
      const name = `"${getTableName(table)}"`
      const asked = {
        text:
          offset < farAway && !isSparse
            ? `${head}${text} ${page}`
            : `${head} where ${name}."id" in (select ${name}."id" from ${name}${text} ${page}) order by ${ordered}`,
        ...asWritten,
      }
      const { rows } = await clientOf(db).query<unknown[]>(asked, [...values, limit, offset])
      return rows.map(row => reading.read(row))
    },
  }
}

/** The same orders come again and again (`orderBy`). */
const ordersInWords = new WeakMap<SQL[], string>()

function inWords(order: SQL[]): string {
  const known = ordersInWords.get(order)
  if (known !== undefined) return known
  const { sql: words } = dialect.sqlToQuery(sql.join(order, sql`, `))
  ordersInWords.set(order, words)
  return words
}

/** How many rows of a table meet the condition, up to so many. */
export async function countRows(db: Database, table: PgTable, where: SQL | undefined, most: number): Promise<number> {
  const { text, values } = whereOf(where)
  const counted = `select 1 as one from "${getTableName(table)}"${text} limit $${values.length + 1}`
  const asked = { text: `select count(*)::int as total from (${counted}) counted` }
  const { rows } = await clientOf(db).query<{ total: number }>(asked, [...values, most])
  return rows[0]?.total ?? 0
}

/** What an expression comes to that looks rows up by keys, so that one plan is good for all its values; null where it is null. */
export async function numberOf(db: Database, expression: SQL): Promise<number | null> {
  const { text, values } = inWordsWith(expression)
  const asked = { text: `select (${text})::int as number`, isPlannedOnce: true }
  const { rows } = await clientOf(db).query<{ number: number | null }>(asked, values)
  return rows[0]?.number ?? null
}

/** Rows and their total have the same condition, which is worked out once. */
const conditions = new WeakMap<SQL, { text: string; values: unknown[] }>()

function whereOf(where: SQL | undefined): { text: string; values: unknown[] } {
  if (!where) return { text: '', values: [] }
  const { text, values } = inWordsWith(where)
  return { text: ` where ${text}`, values }
}

function inWordsWith(part: SQL): { text: string; values: unknown[] } {
  const known = conditions.get(part)
  if (known) return known
  const { sql: text, params: values } = dialect.sqlToQuery(part)
  const made = { text, values }
  conditions.set(part, made)
  return made
}
