/**
 * What a pass that renews another says of each record: that it is new since the earlier one, was changed since, or is
 * a finding that was closed since or is open still.
 */
import { count, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { PassPage, PassRecord } from '#shared/passes/passPage.ts'
import { maxPopulation, type PassKind, type SinceFilter, type SinceMark } from '#shared/passes/rules.ts'
import { inIds } from '../../lib/db/searchIds.ts'
import { type Earlier, type KindOfRecords, type Moments, type Reading, shownEarlier } from '../reading.ts'

/** How rows of a kind are compared with those of the earlier pass. */
export type Compared = {
  kind: PassKind
  table: PgTable & Record<'id', AnyPgColumn>
  moments: Moments
  /** The mark of a row that the earlier pass showed too, or null. */
  markSince(reading: Reading, earlier: Earlier): SQL
  within(reading: Reading): SQL | undefined
}

/** The moment in a condition of plain SQL. */
const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`

/** The mark of rows that are edited and have no versions. */
export const editedSince =
  (updatedAt: AnyPgColumn): Compared['markSince'] =>
  (_, { startsAt }) =>
    sql`case when ${updatedAt} > ${at(startsAt)} then 'changed' end`

/** What was edited since the start of the earlier pass; none where the pass renews no other. */
export const changedSince = ({ earlier }: Reading, updatedAt: AnyPgColumn): SQL | null =>
  earlier && sql`${updatedAt} > ${at(earlier.startsAt)}`

const markOf = ({ kind, moments, markSince }: Compared, reading: Reading, earlier: Earlier): SQL<SinceMark | null> =>
  earlier.kinds.includes(kind)
    ? sql`case when not coalesce(${shownEarlier(reading, earlier, moments)}, false) then 'new'
        else ${markSince(reading, earlier)} end`
    : sql`'new'`

/** Rows with a mark; none where the pass renews no other. */
export function markedAs(compared: Compared, reading: Reading, filter: SinceFilter | null | undefined) {
  if (!filter) return undefined
  if (!reading.earlier) return sql`false`
  const mark = markOf(compared, reading, reading.earlier)
  return filter === 'any' ? sql`${mark} in ('new', 'changed', 'closed')` : sql`${mark} = ${filter}`
}

/** The marks of rows by their numbers, and how many rows have each. */
export const marksOf = (compared: Compared): Pick<KindOfRecords, 'marks' | 'markCounts'> => ({
  async marks(reading, ids) {
    const { db, earlier } = reading
    if (!earlier || ids.length === 0) return new Map()
    const { table } = compared
    const rows = await db
      .select({ id: table.id, mark: markOf(compared, reading, earlier) })
      .from(table as PgTable)
      .where(inIds(table.id, ids))
    return new Map(rows.flatMap(({ id, mark }) => (mark === null ? [] : [[id as number, mark]])))
  },
  async markCounts(reading) {
    const { db, earlier } = reading
    if (!earlier) return []
    const marked = db
      .select({ mark: sql<SinceMark | null>`${markOf(compared, reading, earlier)}`.as('mark') })
      .from(compared.table as PgTable)
      .where(compared.within(reading))
      .limit(maxPopulation)
      .as('marked')
    const rows = await db.select({ mark: marked.mark, count: count() }).from(marked).groupBy(marked.mark)
    return rows.flatMap(({ mark, count: some }) => (mark === null ? [] : [{ mark, count: some }]))
  },
})

/** Records with their marks. */
export async function withMarks(of: KindOfRecords, reading: Reading, records: PassRecord[]): Promise<PassRecord[]> {
  const marks = await of.marks(
    reading,
    records.map(({ id }) => id),
  )
  return records.map(record => ({ ...record, since: marks.get(record.id) ?? null }))
}

/** What has changed since the earlier pass, by kind; null where the pass renews no other. */
export async function renewalOf(
  reading: Reading,
  kinds: (readonly [PassKind, KindOfRecords])[],
): Promise<PassPage['renewal']> {
  if (!reading.earlier) return null
  const counts = []
  for (const [kind, of] of kinds) counts.push(...(await of.markCounts(reading)).map(found => ({ kind, ...found })))
  return { since: reading.earlier.startsAt.toISOString(), counts }
}
