import { and, asc, count, desc, eq, isNotNull, isNull, or, type SQL, type Subquery, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { camelCase } from '#shared/lib/casing.ts'
import { defaultLocale, type Locale } from '#shared/lib/language.ts'
import { mostCounted, pageMeta } from '#shared/lib/paging.ts'
import { naturalOrder } from '../db/columns.ts'
import { countRows } from '../db/listedRows.ts'
import { alphabetical, alphabetOf } from '../db/naturalOrder.ts'
import type { Database } from '../db/pools.ts'
import { holds } from '../db/searchIds.ts'

export type PageRequest = { page: number; perPage: number }

/** LIMIT and OFFSET of a page. */
export const slice = ({ page, perPage }: PageRequest) => ({ limit: perPage, offset: (page - 1) * perPage })

/** The same rows of a list of so many in the opposite order, from whose beginning they may be less far. */
export const sliceFromEnd = ({ limit, offset }: ReturnType<typeof slice>, total: number) => ({
  limit: Math.max(0, Math.min(limit, total - offset)),
  offset: Math.max(0, total - offset - limit),
})

/** The answer of a paged list out of its rows and the total of the same condition; the two queries travel together. */
export async function pageOf<Row, Item>(
  paging: PageRequest,
  query: { rows: PromiseLike<Row[]>; totals: PromiseLike<Total[]>; present: (row: Row) => Item },
) {
  const [rows, totals] = await Promise.all([query.rows, query.totals])
  const { total, isExact } = totals[0] ?? { total: 0 }
  return { data: rows.map(query.present), meta: pageMeta(paging, total, rows.length, isExact) }
}

/** How many rows were counted: up to `mostCounted` and one more, or all of them. */
export type Total = { total: number; isExact?: boolean }

/**
 * How many rows of a table meet the condition, as far as lists count: beyond `mostCounted` one more than that. Where `some` of them are
 * found sooner and these are more than lists count already, nothing else is looked at.
 */
export async function totalOf(db: Database, table: PgTable, where: SQL | undefined, some?: SQL) {
  const sooner = some ? await countRows(db, table, some, mostCounted + 1) : 0
  return [{ total: sooner > mostCounted ? sooner : await countRows(db, table, where, mostCounted + 1) }]
}

/** What the query that is counted selects. */
export const one = { one: sql<number>`1`.as('one') }

type Countable = { limit(most: number): { as(name: string): Subquery } }

/** The same of any query that selects `one`, such as one of several tables. */
export function counted(db: Database, query: Countable) {
  return db.select({ total: count() }).from(query.limit(mostCounted + 1).as('counted'))
}

/** ORDER BY of a `sort` parameter (`name`, `-name`) in the reader's alphabet, then by id, so that pages never overlap. */
export function orderBy(
  table: PgTable & { id: AnyPgColumn },
  sort: string | undefined,
  byDefault: string,
  locale: Locale = defaultLocale,
): SQL[] {
  const wanted = sort ?? byDefault
  const name = `${wanted} ${alphabetOf(locale)}`
  const known = orders.get(table) ?? new Map<string, SQL[]>()
  orders.set(table, known)
  const order = known.get(name) ?? orderOf(table, wanted, locale)
  if (known.size < mostOrders) known.set(name, order)
  return order
}

/** Contracts name what can be sorted by, so there are few. */
const orders = new WeakMap<PgTable, Map<string, SQL[]>>()
const mostOrders = 100

function orderOf(table: PgTable & { id: AnyPgColumn }, wanted: string, locale: Locale): SQL[] {
  const descending = wanted.startsWith('-')
  const found = (table as unknown as Record<string, AnyPgColumn>)[camelCase(wanted.replace('-', ''))] ?? table.id
  const column = found.getSQLType().includes(naturalOrder) ? alphabetical(found, locale) : found
  return descending ? [desc(column), desc(table.id)] : [asc(column), asc(table.id)]
}

/**
 * Rows in which one of the columns contains what was searched for, taken literally, accents and capitals aside. It looks at each row, so it is
 * for lists that are never long; others go through `searchIds`.
 */
export const contains = (search: string | undefined, ...columns: (AnyPgColumn | SQL)[]): SQL | undefined =>
  search ? or(...columns.map(column => holds(sql`fold(${column})`, search))) : undefined

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
