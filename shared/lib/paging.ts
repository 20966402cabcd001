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
  })
  .meta({ id: 'PageMeta' })
export type PageMeta = z.infer<typeof PageMeta>

export type Page<T> = { data: T[]; meta: PageMeta }

/** The meta block of one page of `total` rows, of which `shown` are on it. */
export function pageMeta(paging: { page: number; perPage: number }, total: number, shown: number): PageMeta {
  const first = (paging.page - 1) * paging.perPage + 1
  return {
    current_page: paging.page,
    per_page: paging.perPage,
    total,
    last_page: Math.max(1, Math.ceil(total / paging.perPage)),
    from: shown === 0 ? null : first,
    to: shown === 0 ? null : first + shown - 1,
  }
}
