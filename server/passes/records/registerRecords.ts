/** What kinds of records share: which some filters leave, their numbers, and the pages of plain registers. */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import type { PassRecord, PassRecordDetail } from '#shared/passes/passPage.ts'
import type { RecordState } from '#shared/passes/rules.ts'
import { inIds } from '../../lib/db/searchIds.ts'
import { pageOf, slice, totalOf } from '../../lib/registers/listing.ts'
import type { Filters, KindOfRecords, Reading, Tally } from '../reading.ts'
import { atPlace, type Placed } from './places.ts'
import { type Compared, markedAs, marksOf } from './since.ts'

/** Which rows of a table a pass shows, and which of these some filters leave. */
type Shown = Compared & {
  placed: Placed
  matching(reading: Reading, filters: Filters): Promise<SQL | undefined>
  /** Those that had come to this by the pass's start; none where rows of the kind come to nothing like it. */
  inState?(reading: Reading, state: RecordState): SQL | undefined
}

/** The rows of a pass that some filters leave. */
export const conditionsOf = async (shown: Shown, reading: Reading, filters: Filters) => {
  const { table, placed, within, matching, inState } = shown
  return and(
    within(reading),
    await matching(reading, filters),
    await atPlace(reading, filters.place, placed),
    filters.state ? (inState?.(reading, filters.state) ?? sql`false`) : undefined,
    markedAs(shown, reading, filters.since),
    filters.ids && inIds(table.id, filters.ids),
  )
}

/** The numbers of the rows that some filters leave. */
export const numbersOf = (shown: Shown): Pick<KindOfRecords, 'ids'> => ({
  async ids(reading, filters, most) {
    const where = await conditionsOf(shown, reading, filters)
    return reading.db
      .select({ id: shown.table.id })
      .from(shown.table)
      .where(where)
      .limit(most + 1) as Promise<{ id: number }[]>
  },
})

type Ordered<Row> = { limit(most: number): { offset(skipped: number): PromiseLike<Row[]> } }
type Selected<Row> = PromiseLike<Row[]> & { orderBy(...order: SQL[]): Ordered<Row> }

type Register<Row> = Shown & {
  tallies(reading: Reading): Promise<Tally[]>
  select(reading: Reading, where: SQL | undefined): Selected<Row>
  order: SQL[]
  present(reading: Reading, row: Row): PassRecord
  facts(reading: Reading, row: Row): PassRecordDetail['facts']
  papers?(reading: Reading, row: Row): Promise<PassRecordDetail['papers']>
}

/** A kind whose rows have neither forms nor versions nor photos, and come to nothing. */
export const registerRecords = <Row>({
  select,
  order,
  present,
  facts,
  tallies,
  papers,
  ...shown
}: Register<Row>): KindOfRecords => ({
  ...numbersOf(shown),
  ...marksOf(shown),
  tallies,
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
