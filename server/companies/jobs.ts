import { and, eq, lt, sql } from 'drizzle-orm'
import { type Database, withDatabase } from '../lib/db/pools.ts'
import { nightly } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import type { Services } from '../lib/services.ts'
import { storedOfCompany } from './questions.ts'
import { companies } from './table.ts'

const kept = 30 * 24 * 3600_000
const isDue = () => lt(companies.archivedAt, new Date(Date.now() - kept))

/** Rows that are deleted in one statement and transaction. */
const maxTogether = 1_000

/** Erases companies that were archived 30 days ago, with everything in them, each in a job of its own. */
export const eraseArchivedCompanies: Job<object> = {
  name: 'companies.erase-archived',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const due = await db.select({ companyId: companies.id }).from(companies).where(isDue())
    await services.jobs.sendEach(
      db,
      eraseCompany,
      due.map(whose => ({ data: whose, whose })),
    )
    return undefined
  },
}

/**
 * Erases a company: its rows in many small transactions, what others point at last, and its files once no row names them. A stop in
 * between leaves rows that the next night finds again, and files that the sweep of the store removes.
 */
export const eraseCompany: Job<{ companyId: number }> = {
  name: 'companies.erase',
  work: async ({ companyId }, { db, services }) => {
    const paths = (await storedOfCompany.query(db, companyId)).flat()
    return async () => {
      if (!(await eraseRows(services, companyId))) return
      for (const path of paths) await services.storage.remove(path)
      services.log.warn({ companyId }, 'An archived company was erased')
    }
  },
}

/** False where the company is not to be erased, or not any more. */
async function eraseRows(services: Services, companyId: number): Promise<boolean> {
  const inTransaction = <T>(work: (db: Database) => Promise<T>) =>
    withDatabase(services.pools.jobs, { companyId: null, userId: null }, true, work)
  const ofCompany = and(eq(companies.id, companyId), isDue())
  const someOf = (table: string) =>
    inTransaction(async db => {
      const [company] = await db.select({ id: companies.id }).from(companies).where(ofCompany).for('share')
      if (!company) return 'kept'
      const name = sql.identifier(table)
      const { rowCount } = await db.execute(
        sql`delete from ${name} where ctid = any(array(
          select ctid from ${name} where company_id = ${companyId} limit ${maxTogether}))`,
      )
      return rowCount === maxTogether ? 'more' : 'done'
    })
  let tables = await inTransaction(tablesOfCompanies)
  for (;;) {
    const pointedAt: string[] = []
    for (const table of tables)
      try {
        let left = await someOf(table)
        while (left === 'more') left = await someOf(table)
        if (left === 'kept') return false
      } catch (error) {
        if (!isStillPointedAt(error)) throw error
        pointedAt.push(table)
      }
    // What only tables in a circle are left of goes with the company.
    if (pointedAt.length === 0 || pointedAt.length === tables.length) break
    tables = pointedAt
  }
  const gone = await inTransaction(db => db.delete(companies).where(ofCompany).returning({ id: companies.id }))
  return gone.length > 0
}

/** All that have rows of companies, those first that the fewest others point at; but for what goes on without its company, such as sessions. */
async function tablesOfCompanies(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not exists (
      select from pg_constraint f
      where f.contype = 'f' and f.conrelid = c.oid and f.confrelid = 'companies'::regclass and f.confdeltype = 'n')
    order by (select count(*) from pg_constraint f where f.contype = 'f' and f.confrelid = c.oid), c.relname`)
  return rows.map(({ name }) => name)
}

const foreignKeyViolation = '23503'

const isStillPointedAt = (error: unknown): boolean => {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  return (cause?.code ?? code) === foreignKeyViolation
}
