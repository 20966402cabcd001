import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { endMembership } from '../companies/commands.ts'
import { memberships } from '../companies/table.ts'
import { noTenant, withDatabase } from '../lib/db/pools.ts'
import { eachCompany } from '../lib/jobs/eachCompany.ts'
import { deleteSome, nightly, requeueIf } from '../lib/jobs/erasing.ts'
import { inCompany } from '../lib/jobs/inCompany.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { archiveUser, eraseUser } from './commands.ts'
import { loginChallenges, sessions } from './sessionTable.ts'
import { ssoProofs } from './ssoTable.ts'
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
    await requeueIf(db, services, 'users.erase-archived', over.length === maxTogether)
  },
}

/** Sessions that nobody can refresh any more, and sign-ins that were never finished. */
export const forgetEndedSessions: Job<object> = {
  name: 'auth.forget-ended-sessions',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const isMore = [
      await deleteSome(db, sessions, lt(sessions.refreshableUntil, sql`now()`)),
      await deleteSome(db, loginChallenges, lt(loginChallenges.expiresAt, sql`now()`)),
      await deleteSome(db, ssoProofs, lt(ssoProofs.expiresAt, sql`now()`)),
    ]
    await requeueIf(db, services, 'auth.forget-ended-sessions', isMore.includes(true))
  },
}

/** Guests whose day is over. What they filled in stays. */
export const endGuests: Job<object> = {
  name: 'auth.end-guests',
  schedule: '*/10 * * * *',
  work: async (_, { db, services }) => {
    const now = new Date()
    const over = await db
      .select({ id: users.id, companyId: memberships.companyId })
      .from(users)
      .leftJoin(memberships, and(eq(memberships.userId, users.id), isNull(memberships.endedAt)))
      .where(and(lt(users.guestUntil, now), isNull(users.archivedAt)))
    const archive = (userId: number) =>
      withDatabase(services.pools.jobs, noTenant, true, own => archiveUser({ db: own, now, services }, userId))
    const ofCompanies = Map.groupBy(over, ({ companyId }) => companyId)
    return async () => {
      for (const { id } of ofCompanies.get(null) ?? []) await archive(id)
      const companyIds = [...ofCompanies.keys()].filter(companyId => companyId !== null)
      await eachCompany(services, 'auth.end-guests', companyIds, async companyId => {
        for (const { id } of ofCompanies.get(companyId) ?? []) {
          await inCompany(services, companyId, 'guest_day_over', ctx =>
            endMembership(ctx, companyId, id, 'member.left'),
          )
          await archive(id)
        }
      })
    }
  },
}
