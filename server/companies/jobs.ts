import { eq, lt } from 'drizzle-orm'
import { idempotencyKeys } from '../lib/db/tables.ts'
import { nightly } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { storedOfCompany } from './questions.ts'
import { companies } from './table.ts'

const kept = 30 * 24 * 3600_000

/**
 * Erases companies that were archived 30 days ago, with everything in them. The rows go by the references to the company; their files
 * first, so that a stop in between leaves rows that the next night finds again, and never files that nobody knows of.
 */
export const eraseArchivedCompanies: Job<object> = {
  name: 'companies.erase-archived',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const due = await db
      .select({ id: companies.id })
      .from(companies)
      .where(lt(companies.archivedAt, new Date(Date.now() - kept)))
      .for('update')
    for (const { id } of due) {
      for (const path of (await storedOfCompany.ask(db, id)).flat()) await services.storage.remove(path)
      // The kernel's own table, which points at no noun's.
      await db.delete(idempotencyKeys).where(eq(idempotencyKeys.companyId, id))
      await db.delete(companies).where(eq(companies.id, id))
      services.log.warn({ companyId: id }, 'An archived company was erased')
    }
  },
}
