import { z } from 'zod'
import { Id, Search, Time } from './fields.ts'
import { exportFormats } from './fileKinds.ts'
import { defaultPageSize, pageSizes } from './limits.ts'

/** Parameters of every paged list; extended by the list's filters. */
export const Paging = z.object({
  page: z.int().min(1).max(1_000_000).default(1),
  per_page: z.union(pageSizes.map(size => z.literal(size))).default(defaultPageSize),
  search: Search.optional(),
  archived: z.boolean().default(false),
})

/**
 * Parameters of a list that is read incrementally: it begins at a time and goes on with the `cursor` of each answer's
 * meta (docs/decisions/0128). Search and sort are for pages.
 */
export const Incremental = z.object({
  updated_after: Time.optional(),
  cursor: z.string().max(500).optional(),
})

/** The sort parameter of a list: a column's name, with a minus before it for descending order. */
export const sortBy = <const Column extends string>(...columns: Column[]) =>
  z.enum(columns.flatMap(column => [column, `-${column}`] as const) as [Column | `-${Column}`]).optional()

/** Parameters of an export of a list: `filters` is the query of the list's call. */
export const ListExport = z.object({
  format: z.enum(exportFormats).default('csv'),
  filters: z.string().max(2_000).default(''),
})

export const PageMeta = z
  .object({
    current_page: z.int(),
    per_page: z.int(),
    total: z.int(),
    last_page: z.int(),
    from: z.int().nullable(),
    to: z.int().nullable(),
    /**
     * True where the list has more rows than were counted; absent otherwise. `total` and `last_page` are then lower
     * bounds.
     */
    total_is_lower_bound: z.literal(true).optional(),
    /** True where too many rows match, and only the first found ones were sorted; absent otherwise. */
    is_first_found: z.literal(true).optional(),
    /** Of an incremental read: where it goes on, whether there is more now, and the rows that have gone. */
    cursor: z.string().optional(),
    has_more: z.boolean().optional(),
    gone: z.array(Id).optional(),
  })
  .meta({ id: 'PageMeta' })
export type PageMeta = z.infer<typeof PageMeta>

export type Page<T> = { data: T[]; meta: PageMeta }

/** Bound of counted rows: counting all took long lists longest, and nobody pages that far. */
export const maxCounted = 10_000

/** Total of a list from its counted rows. */
export const countedTotal = (counted: number): Pick<PageMeta, 'total' | 'total_is_lower_bound'> =>
  counted > maxCounted ? { total: maxCounted, total_is_lower_bound: true } : { total: counted }

/**
 * The meta block of one page with `shown` rows of a list with `counted` rows; more than `maxCounted` means that there
 * are more. A full page then promises another, and a page that is not full gives the true total.
 */
export function pageMeta(
  { page, perPage }: { page: number; perPage: number },
  counted: number,
  shown: number,
): PageMeta {
  const first = (page - 1) * perPage + 1
  const [from, to] = shown === 0 ? [null, null] : [first, first + shown - 1]
  const isEnd = shown > 0 && shown < perPage
  const isBound = counted > maxCounted
  const isMore = isBound && !isEnd
  const total = isBound ? Math.max(isEnd ? 0 : maxCounted, to ?? 0) : counted
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
