/** What kinds of records share: how many there are, their numbers, their forms, and the pages of plain registers. */
import { and, asc, eq, inArray, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { Problem } from '#shared/lib/problem.ts'
import type { PassRecord, PassRecordDetail } from '#shared/passes/passPage.ts'
import { forms } from '../../forms/table.ts'
import { inIds } from '../../lib/db/searchIds.ts'
import { pageOf, slice, totalOf } from '../../lib/registers/listing.ts'
import type { Filters, KindOfRecords, Reading } from '../reading.ts'

type Recorded = PgTable & Record<'id', AnyPgColumn>

/** Which rows of a table a pass shows, and which of these some filters leave. */
type Shown = {
  table: Recorded
  within(reading: Reading): SQL | undefined
  matching(reading: Reading, filters: Filters): Promise<SQL | undefined>
}

/** The rows of a pass that some filters leave. */
export const conditionsOf = async ({ table, within, matching }: Shown, reading: Reading, filters: Filters) =>
  and(within(reading), await matching(reading, filters), filters.ids && inIds(table.id, filters.ids))

/** How many rows a pass shows, and the numbers of those that some filters leave. */
export const numbersOf = (shown: Shown): Pick<KindOfRecords, 'count' | 'ids'> => ({
  async count(reading) {
    const [found] = await totalOf(reading.db, shown.table, shown.within(reading))
    return found?.total ?? 0
  },
  async ids(reading, filters, most) {
    const where = await conditionsOf(shown, reading, filters)
    return reading.db
      .select({ id: shown.table.id })
      .from(shown.table)
      .where(where)
      .limit(most + 1) as Promise<{ id: number }[]>
  },
})

/** The forms of a pass's rows, by the column that names them. */
export const formsOf =
  ({ table, within }: Omit<Shown, 'matching'>, formId: AnyPgColumn): KindOfRecords['forms'] =>
  async reading => {
    const { db, companyId, read } = reading
    const used = db.selectDistinct({ id: formId }).from(table).where(within(reading))
    const rows = await db
      .select({ id: forms.id, name: forms.name })
      .from(forms)
      .where(and(eq(forms.companyId, companyId), inArray(forms.id, used)))
      .orderBy(asc(forms.id))
    return rows.map(({ id, name }) => ({ id, name: read(name) }))
  }

type Ordered<Row> = { limit(most: number): { offset(skipped: number): PromiseLike<Row[]> } }
type Selected<Row> = PromiseLike<Row[]> & { orderBy(...order: SQL[]): Ordered<Row> }

type Register<Row> = Shown & {
  select(reading: Reading, where: SQL | undefined): Selected<Row>
  order: SQL[]
  present(reading: Reading, row: Row): PassRecord
  facts(reading: Reading, row: Row): PassRecordDetail['facts']
  papers?(reading: Reading, row: Row): Promise<PassRecordDetail['papers']>
}

/** A kind whose rows have neither forms nor versions nor photos. */
export const registerRecords = <Row>({
  select,
  order,
  present,
  facts,
  papers,
  ...shown
}: Register<Row>): KindOfRecords => ({
  ...numbersOf(shown),
  forms: async () => [],
  async list(reading, filters) {
    const where = await conditionsOf(shown, reading, filters)
    const { limit, offset } = slice(filters)
    return pageOf(filters, {
      rows: Promise.resolve(
        select(reading, where)
          .orderBy(...order)
          .limit(limit)
          .offset(offset),
      ),
      totals: totalOf(reading.db, shown.table, where),
      present: row => present(reading, row),
    })
  },
  async get(reading, id) {
    const [row] = await select(reading, and(shown.within(reading), eq(shown.table.id, id)))
    if (!row) throw new Problem('not_found')
    const none = { photos: [], submission: null, seal: null, versions: [] }
    return {
      ...present(reading, row),
      facts: facts(reading, row),
      papers: (await papers?.(reading, row)) ?? [],
      ...none,
    }
  },
})
