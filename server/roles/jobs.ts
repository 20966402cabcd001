import { and, isNotNull, lt, sql } from 'drizzle-orm'
import { nightly } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { roles } from './table.ts'

/** Two companies have the same number for a role, so they are not erased by their ids alone; nobody has what is archived. */
export const eraseArchivedRoles: Job<object> = {
  name: 'roles.erase-archived',
  schedule: nightly,
  work: async (_, { db }) => {
    await db
      .delete(roles)
      .where(
        and(
          isNotNull(roles.archivedAt),
          lt(roles.archivedAt, sql`now() - interval '30 days'`),
          sql`not exists (select from invites i where i.company_id = ${roles.companyId} and i.own_role_id = ${roles.id})`,
        ),
      )
  },
}
