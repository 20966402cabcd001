import { lt, sql } from 'drizzle-orm'
import { auditLog } from '#shared/audit/contract.ts'
import { routes } from '../lib/http/routes.ts'
import { comeAgain, deleteSome, nightly } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import type { Module } from '../lib/module.ts'
import { listAudit } from './queries.ts'
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

const auditRoutes = routes(auditLog, { list: (query, ctx) => listAudit(ctx, query) })

export const auditModule: Module = { routes: auditRoutes, jobs: [forgetAudit] }
