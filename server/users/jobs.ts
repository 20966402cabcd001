import { and, isNull, lt } from 'drizzle-orm'
import { comeAgain } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { eraseUser } from './commands.ts'
import { users } from './table.ts'

const restorable = 30 * 24 * 3600_000

/** In one transaction. */
const maxTogether = 50

/** Accounts that were taken out of use a month ago lose what says who they were. */
export const eraseArchivedUsers: Job<object> = {
  name: 'users.erase-archived',
  schedule: '41 3 * * *',
  work: async (_, { db, services }) => {
    const now = new Date()
    const over = await db
      .select({ id: users.id })
      .from(users)
      .where(and(lt(users.archivedAt, new Date(now.getTime() - restorable)), isNull(users.erasedAt)))
      .limit(maxTogether)
    for (const { id } of over) await eraseUser({ db, now, services }, id)
    await comeAgain(db, services, 'users.erase-archived', over.length === maxTogether)
  },
}
