/**
 * Erases rows that were archived 30 days ago and are referred to by nothing, by the foreign keys of the database's
 * catalogue; a feature names the parts that go with its rows. A nightly job takes a limited number of rows in a
 * transaction and repeats while there are more.
 */
import { and, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type { Services } from '../context.ts'
import type { Database } from '../db/pools.ts'
import type { Job } from './jobs.ts'

/** At night in Europe, UTC. */
export const nightly = '20 2 * * *'

type Archivable = PgTable & Record<'id' | 'archivedAt', AnyPgColumn>
/** Child tables of the erased rows, by the column of the reference, in the order in which they are deleted. */
type Parts = { table: PgTable; of: AnyPgColumn }[]

/** Makes the job of a feature whose rows are erased with their parts. */
export const erasing = (name: string, table: Archivable, parts: Parts = []): Job<object> => ({
  name: `${name}.erase-archived`,
  schedule: nightly,
  work: async (_, { db, services }) => {
    const { length } = await eraseArchived(db, table, { parts })
    await requeueIf(db, services, `${name}.erase-archived`, length === maxErased)
  },
})

/** Rows that are erased in one transaction, with their parts; and rows that are deleted in one statement. */
export const maxErased = 1_000
export const maxDeleted = 5_000

/** Sends a nightly job again with the commit, where there `isMore` to do. */
export async function requeueIf(
  db: Database,
  services: Pick<Services, 'jobs'>,
  name: string,
  isMore: boolean,
): Promise<void> {
  if (isMore) await services.jobs.send(db, { name }, {}, { companyId: null })
}

/** Deletes at most `maxDeleted` of the rows. Whether there may be more. */
export async function deleteSome(db: Database, table: PgTable, where: SQL | undefined): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`delete from ${table} where ctid = any(array(select ctid from ${table} where ${where} limit ${maxDeleted}))`,
  )
  return rowCount === maxDeleted
}

/** Erases at most `maxErased` rows that have been archived for 30 days, with their parts. Returns them as they were. */
export async function eraseArchived<Table extends Archivable>(
  db: Database,
  table: Table,
  { parts = [], unless }: { parts?: Parts; unless?: SQL } = {},
): Promise<Table['$inferSelect'][]> {
  const due = lt(table.archivedAt, sql`now() - interval '30 days'`)
  const ofParts = new Set(parts.map(part => getTableConfig(part.table).name))
  const held = await pointedAt(db, table, ofParts)
  for (const part of parts) held.push(...(await pointedAt(db, part.table, ofParts, { table, of: part.of })))
  const rows = await db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(and(due, ...held, unless && sql`not ${unless}`))
    .limit(maxErased)
    .for('update')
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  for (const part of parts) await db.delete(part.table).where(inArray(part.of, ids))
  return db.delete(table).where(inArray(table.id, ids)).returning() as Promise<Table['$inferSelect'][]>
}

type Reference = { table: string; columns: string[]; targets: string[] }

/**
 * For each reference to the table from elsewhere: that no row has it; where the table is a part, to none of the part's
 * rows of the whole.
 */
async function pointedAt(
  db: Database,
  table: PgTable,
  parts: Set<string>,
  whole?: { table: Archivable; of: AnyPgColumn },
): Promise<SQL[]> {
  const { name } = getTableConfig(table)
  const { rows } = await db.execute<Reference>(sql`
    select c.relname as table,
      array(select a.attname::text from unnest(f.conkey) with ordinality k(number, place)
        join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.number order by k.place) as columns,
      array(select a.attname::text from unnest(f.confkey) with ordinality k(number, place)
        join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.number order by k.place) as targets
    from pg_constraint f join pg_class c on c.oid = f.conrelid
    where f.contype = 'f' and f.confrelid = ${name}::regclass and f.confdeltype in ('a', 'r')`)
  return rows
    .filter(reference => !parts.has(reference.table))
    .map(reference => {
      const pairs = reference.columns.map((column, index) => {
        const target = reference.targets[index] ?? ''
        return sql`pointing.${sql.identifier(column)} = ${sql.identifier(name)}.${sql.identifier(target)}`
      })
      const from = sql`${sql.identifier(reference.table)} pointing`
      return whole
        ? sql`not exists (select from ${from} join ${table} on ${and(...pairs)} where ${whole.of} = ${whole.table.id})`
        : sql`not exists (select from ${from} where ${and(...pairs)})`
    })
}
