import {
  and,
  asc,
  count,
  desc,
  eq,
  type GetColumnData,
  inArray,
  isNotNull,
  isNull,
  or,
  type Placeholder,
  type SQL,
  type Subquery,
  sql,
} from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { camelCase } from '#shared/lib/casing.ts'
import { defaultLocale, type Locale } from '#shared/lib/language.ts'
import { maxCounted, pageMeta } from '#shared/lib/paging.ts'
import type { Context } from '../context.ts'
import { naturalOrder } from '../db/columns.ts'
import { alphabetical } from '../db/naturalOrder.ts'
import type { Database } from '../db/pools.ts'
import { compiledOn } from '../db/prepared.ts'
import { holds, inIds } from '../db/searchIds.ts'

export type PageRequest = { page: number; perPage: number }

/** LIMIT and OFFSET of a page. */
export const slice = ({ page, perPage }: PageRequest) => ({ limit: perPage, offset: (page - 1) * perPage })

/**
 * Beyond this offset a page is found by its ids alone, which the index of the order holds: the rows that are skipped
 * are not read.
 */
const deepOffset = 2_000

/**
 * What a page is read by. With `isSelective` few of the rows that come first in the order meet the condition: they are
 * skipped in the index too. `sort` names the order among those of a memoised condition, whose pages are compiled once.
 */
type PageQuery = {
  where: SQL | undefined
  order: SQL[]
  limit: number
  offset: number
  isSelective?: boolean | undefined
  sort?: string | undefined
}

/** The rows of one page of a table, with these columns of it. */
export async function selectPage<Columns extends Record<string, AnyPgColumn>>(
  db: Database,
  table: PgTable & { id: AnyPgColumn },
  columns: Columns,
  { where, order, limit, offset, isSelective = false, sort }: PageQuery,
): Promise<RowOf<Columns>[]> {
  const pageOfRows = (selected: Record<string, AnyPgColumn>, most: number | Placeholder, after: number | Placeholder) =>
    db
      .select(selected)
      .from(table as PgTable)
      .where(where)
      .orderBy(...order)
      .limit(most)
      .offset(after)
  if (offset >= deepOffset || isSelective) {
    const ids = pageOfRows({ id: table.id }, limit, offset)
    const rows = db
      .select(columns as Record<string, AnyPgColumn>)
      .from(table as PgTable)
      .where(inArray(table.id, ids))
      .orderBy(...order)
    return (await rows) as RowOf<Columns>[]
  }
  const page = compiledOn(db, where, `page by ${sort}`, () =>
    pageOfRows(columns, sql.placeholder('limit'), sql.placeholder('offset')).prepare(''),
  )
  return (await (page ? page.execute({ limit, offset }) : pageOfRows(columns, limit, offset))) as RowOf<Columns>[]
}

type RowOf<Columns extends Record<string, AnyPgColumn>> = { [Name in keyof Columns]: GetColumnData<Columns[Name]> }

type PageParts<Row, Item> = {
  rows: PromiseLike<Row[]>
  /** A function where a page of the list can lie beyond what lists count. */
  totals: PromiseLike<Total[]> | (() => PromiseLike<Total[]>)
  present: (row: Row) => Item
}

/**
 * The answer of a paged list out of its rows and the total of the same condition; the two queries travel together.
 * A row beyond what lists count says itself that there are more, so that nothing is counted.
 */
export async function pageOf<Row, Item>(paging: PageRequest, { rows, totals, present }: PageParts<Row, Item>) {
  const answer = (found: Row[], total = 0) => ({
    data: found.map(present),
    meta: pageMeta(paging, total, found.length),
  })
  if (typeof totals === 'function' && slice(paging).offset >= maxCounted) {
    const found = await rows
    if (found.length > 0) return answer(found, maxCounted + 1)
  }
  const [found, counted] = await Promise.all([rows, typeof totals === 'function' ? totals() : totals])
  return answer(found, counted[0]?.total)
}

/** How many rows were counted: up to `maxCounted` and one more. */
type Total = { total: number }

/**
 * How many rows of a table meet the condition, as far as lists count: beyond `maxCounted` one more than that. Where
 * `some` of them are found sooner and these are more than lists count already, nothing else is looked at.
 */
export async function totalOf(db: Database, table: PgTable, where: SQL | undefined, some?: SQL): Promise<Total[]> {
  const countOf = (condition: SQL | undefined) => {
    const query = () => counted(db, db.select(one).from(table).where(condition).$dynamic())
    return compiledOn(db, condition, 'total', () => query().prepare(''))?.execute() ?? query()
  }
  const sooner = some ? await countOf(some) : []
  return (sooner[0]?.total ?? 0) > maxCounted ? sooner : countOf(where)
}

/** What the query that is counted selects. */
export const one = { one: sql<number>`1`.as('one') }

type Countable = { limit(most: number): { as(name: string): Subquery } }

/** The same of any query that selects `one`, such as one of several tables. */
export function counted(db: Database, query: Countable) {
  return db.select({ total: count() }).from(query.limit(maxCounted + 1).as('counted'))
}

/**
 * ORDER BY of a `sort` parameter (`name`, `-name`) in the reader's alphabet, then by id, so that pages never overlap.
 */
export function orderBy(
  table: PgTable & { id: AnyPgColumn },
  sort: string | undefined,
  byDefault: string,
  locale: Locale = defaultLocale,
): SQL[] {
  const wanted = sort ?? byDefault
  const descending = wanted.startsWith('-')
  const found = (table as unknown as Record<string, AnyPgColumn>)[camelCase(wanted.replace('-', ''))] ?? table.id
  const column = found.getSQLType().includes(naturalOrder) ? alphabetical(found, locale) : found
  return descending ? [desc(column), desc(table.id)] : [asc(column), asc(table.id)]
}

/**
 * Rows in which one of the columns contains what was searched for, taken literally, accents and capitals aside. It
 * looks at each row, so it is for lists that are never long; others go through `searchIds`.
 */
export const contains = (search: string | undefined, ...columns: (AnyPgColumn | SQL)[]): SQL | undefined =>
  search ? or(...columns.map(column => holds(sql`fold(${column})`, search))) : undefined

/** The condition of rows that are archived, or are not. */
export const archivedOrNot = (table: { archivedAt: AnyPgColumn }, archived: boolean): SQL =>
  archived ? isNotNull(table.archivedAt) : isNull(table.archivedAt)

/** The condition of the rows that an incremental read asks for; none for a page. */
export const among = ({ among: ids }: Pick<Context, 'among'>, id: AnyPgColumn): SQL | undefined => ids && inIds(id, ids)

/** Equality with the filters that were given. */
export function matching(table: PgTable, filters: Record<string, unknown>): SQL | undefined {
  const columns = table as unknown as Record<string, AnyPgColumn>
  const parts = Object.entries(filters).flatMap(([name, value]) => {
    const column = columns[name]
    return value === undefined || !column ? [] : [value === null ? isNull(column) : eq(column, value)]
  })
  return and(...parts)
}
