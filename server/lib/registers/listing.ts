import { and, asc, count, desc, eq, ilike, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { camelCase } from '#shared/lib/casing.ts'
import { pageMeta } from '#shared/lib/paging.ts'

export type PageRequest = { page: number; perPage: number }

/** LIMIT and OFFSET of a page. */
export const slice = ({ page, perPage }: PageRequest) => ({ limit: perPage, offset: (page - 1) * perPage })

/** The answer of a paged list out of its rows and the total of the same condition; the two queries travel together. */
export async function pageOf<Row, Item>(
  paging: PageRequest,
  query: { rows: PromiseLike<Row[]>; totals: PromiseLike<{ total: number }[]>; present: (row: Row) => Item },
) {
  const [rows, totals] = await Promise.all([query.rows, query.totals])
  return { data: rows.map(query.present), meta: pageMeta(paging, totals[0]?.total ?? 0, rows.length) }
}

/** What a list's second query selects. */
export const total = { total: count() }

/** ORDER BY of a `sort` parameter (`name`, `-name`), then by id, so that pages never overlap. */
export function orderBy(table: PgTable & { id: AnyPgColumn }, sort: string | undefined, byDefault: string): SQL[] {
  const wanted = sort ?? byDefault
  const descending = wanted.startsWith('-')
  const column = (table as unknown as Record<string, AnyPgColumn>)[camelCase(wanted.replace('-', ''))] ?? table.id
  return descending ? [desc(column), desc(table.id)] : [asc(column), asc(table.id)]
}

/** Rows in which one of the columns contains what was searched for, taken literally. */
export function contains(search: string | undefined, ...columns: (AnyPgColumn | SQL)[]): SQL | undefined {
  if (!search) return undefined
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return or(...columns.map(column => ilike(column as AnyPgColumn, pattern)))
}

/** Living rows, or the archived ones. */
export const archivedOrNot = (table: { archivedAt: AnyPgColumn }, archived: boolean): SQL =>
  archived ? isNotNull(table.archivedAt) : isNull(table.archivedAt)

/** Equality with whatever filters were given. */
export function matching(table: PgTable, filters: Record<string, unknown>): SQL | undefined {
  const columns = table as unknown as Record<string, AnyPgColumn>
  const parts = Object.entries(filters).flatMap(([name, value]) => {
    const column = columns[name]
    return value === undefined || !column ? [] : [value === null ? isNull(column) : eq(column, value)]
  })
  return and(...parts)
}
