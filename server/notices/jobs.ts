import { lt, sql } from 'drizzle-orm'
import { comeAgain, deleteSome, nightly } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { notices } from './table.ts'

/** Whom something was told 90 days ago knows it; a delivery is given up on long before. */
export const forgetNotices: Job<object> = {
  name: 'notice.forget',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const isMore = await deleteSome(db, notices, lt(notices.createdAt, sql`now() - interval '90 days'`))
    await comeAgain(db, services, 'notice.forget', isMore)
  },
}
