import { lt, sql } from 'drizzle-orm'
import { comeAgain, deleteSome, nightly } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { auditEntries } from './table.ts'

/** What happened more than 400 days ago is nobody's affair any more. */
export const forgetAudit: Job<object> = {
  name: 'audit.forget',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const isMore = await deleteSome(db, auditEntries, lt(auditEntries.createdAt, sql`now() - interval '400 days'`))
    await comeAgain(db, services, 'audit.forget', isMore)
  },
}
