/** Lists as spreadsheets that are written while they are sent: no more than some of their rows is held at any time. */
import type { Endpoint, FileAnswer } from '#shared/lib/contract.ts'
import type { ExportFormat } from '#shared/lib/fileKinds.ts'
import { filenameOf } from '#shared/lib/filename.ts'
import { fairnessKey } from '../concurrency/fairnessKey.ts'
import { type Context, companyOf } from '../context.ts'
import { type Database, inTurn, tenantOf } from '../db/pools.ts'
import { readInput } from '../http/requestInput.ts'
import { type Cell, csvType, sheetFile } from './rows.ts'

type ExportedList<Row> = {
  format: ExportFormat
  /** What narrows the list, as the query of its call. */
  filters: string
  name: string
  /** Where it says more than the name of the sheet. */
  filename?: string
  headings: string[]
  /** Reads the rows behind one by their ids, so that a long list is as quick at its end as at its beginning. */
  read: (query: { page: number; perPage: number; behind: number }, ctx: Context) => Promise<{ data: Row[] }>
  cells: (rows: Row[], ctx: Context) => Cell[][] | Promise<Cell[][]>
}

const rowsAtOnce = 500

/** Sends what a list gives for these filters. Throws what the list does for filters that it does not know. */
export function listFile<Row extends { id: number }>(
  ctx: Context,
  list: Endpoint,
  { format, filters, name, filename = name, headings, read, cells }: ExportedList<Row>,
): FileAnswer {
  const query = Object.fromEntries(new URLSearchParams(filters))
  const input = { ...readInput(list, { params: {}, query, fields: {}, body: {} }), page: 1, perPage: rowsAtOnce }
  const tenant = tenantOf(ctx.actor, companyOf(ctx))
  const reading = <T>(work: (db: Database) => Promise<T>) =>
    inTurn(ctx.services.pools, 'isolated', fairnessKey(tenant, ctx.ip), tenant, false, work)
  async function* rows() {
    for (let behind = 0; ; ) {
      const some = await reading(async db => {
        const { data } = await read({ ...input, behind }, { ...ctx, db })
        return { last: data.at(-1), count: data.length, cells: await cells(data, { ...ctx, db }) }
      })
      yield some.cells
      if (!some.last || some.count < rowsAtOnce) return
      behind = some.last.id
    }
  }
  const content = () => sheetFile(format, { name, locale: ctx.locale, headings, rows: rows() })
  return async () => ({
    content: content(),
    filename: filenameOf(filename, `.${format}`),
    ...(format === 'csv' && { contentType: csvType }),
  })
}
