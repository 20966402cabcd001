import { eq, lt } from 'drizzle-orm'
import { files } from '../files/table.ts'
import { nightly } from '../lib/erasing.ts'
import type { Job } from '../lib/jobs.ts'
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
      const stored = await db.select({ path: files.path }).from(files).where(eq(files.companyId, id))
      for (const { path } of stored) await services.storage.remove(path)
      await db.delete(companies).where(eq(companies.id, id))
      services.log.warn({ companyId: id }, 'An archived company was erased')
    }
  },
}
