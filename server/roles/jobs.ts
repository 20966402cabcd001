import { and, isNotNull, lt, sql } from 'drizzle-orm'
import { nightly } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { ownRoles } from './table.ts'

/** Two companies have the same number for a role, so they are not erased by their ids alone; nobody has what is archived. */
export const eraseArchivedRoles: Job<object> = {
  name: 'roles.erase-archived',
  schedule: nightly,
  work: async (_, { db }) => {
    await db
      .delete(ownRoles)
      .where(
        and(
          isNotNull(ownRoles.archivedAt),
          lt(ownRoles.archivedAt, sql`now() - interval '30 days'`),
          sql`not exists (select from invites i where i.company_id = ${ownRoles.companyId} and i.own_role_id = ${ownRoles.id})`,
        ),
      )
  },
}
