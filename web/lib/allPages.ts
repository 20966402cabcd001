import type { Page } from '#shared/lib/paging.ts'

/** Every row of a list that must be known whole, such as one of choices. */
export async function allPages<Row>(read: (page: number) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = []
  for (let [page, last] = [1, 1]; page <= last; page++) {
    const { data, meta } = await read(page)
    rows.push(...data)
    last = meta.last_page
  }
  return rows
}
