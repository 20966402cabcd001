import { z } from 'zod'
import { Search } from './fields.ts'
import { defaultPageSize, pageSizes } from './pageSizes.ts'

/** What every paged list takes; extend it with the filters of the list. */
export const Paging = z.object({
  page: z.int().min(1).max(1_000_000).default(1),
  per_page: z.union(pageSizes.map(size => z.literal(size))).default(defaultPageSize),
  search: Search.optional(),
  archived: z.boolean().default(false),
})

/** The sort parameter of a list: a column's name, or the name behind a minus for descending. */
export const sortBy = <const Column extends string>(...columns: Column[]) =>
  z.enum(columns.flatMap(column => [column, `-${column}`] as const) as [Column | `-${Column}`]).optional()

export const PageMeta = z
  .object({
    current_page: z.int(),
    per_page: z.int(),
    total: z.int(),
    last_page: z.int(),
    from: z.int().nullable(),
    to: z.int().nullable(),
    /** Only there, and true, where the list has more rows than were counted: `total` and `last_page` are what is known for certain then. */
    total_is_lower_bound: z.literal(true).optional(),
    /** Only there, and true, where so many rows have the words that those which were found first stand for all, also in the order of the list. */
    is_first_found: z.literal(true).optional(),
  })
  .meta({ id: 'PageMeta' })
export type PageMeta = z.infer<typeof PageMeta>

export type Page<T> = { data: T[]; meta: PageMeta }

/** Rows of a list are counted up to here: to count all is what long lists took longest for, and nobody pages that far. */
export const mostCounted = 10_000

/** So many rows were counted, as lists say it. */
export const countedTotal = (counted: number): Pick<PageMeta, 'total' | 'total_is_lower_bound'> =>
  counted > mostCounted ? { total: mostCounted, total_is_lower_bound: true } : { total: counted }

/**
 * The meta block of one page with `shown` rows, of a list of which `counted` rows were counted: more than `mostCounted` means that there are
 * more. Then each page that is full says that another may follow, and the one that is not says how many there are
 * after all.
 */
export function pageMeta(
  { page, perPage }: { page: number; perPage: number },
  counted: number,
  shown: number,
): PageMeta {
  const first = (page - 1) * perPage + 1
  const [from, to] = shown === 0 ? [null, null] : [first, first + shown - 1]
  const isEnd = shown > 0 && shown < perPage
  const isBound = counted > mostCounted
  const isMore = isBound && !isEnd
  const total = isBound ? Math.max(isEnd ? 0 : mostCounted, to ?? 0) : counted
  return {
    current_page: page,
    per_page: perPage,
    total,
    last_page: Math.max(1, isMore ? Math.floor(total / perPage) + 1 : Math.ceil(total / perPage)),
    from,
    to,
    ...(isMore && { total_is_lower_bound: true }),
  }
}
