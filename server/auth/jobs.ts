import { lt, sql } from 'drizzle-orm'
import { comeAgain, deleteSome, nightly } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { loginChallenges, sessions } from './table.ts'

/** Sessions that nobody can refresh any more, and sign-ins that were never finished. */
export const forgetEndedSessions: Job<object> = {
  name: 'auth.forget-ended-sessions',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const isMore = [
      await deleteSome(db, sessions, lt(sessions.refreshableUntil, sql`now()`)),
      await deleteSome(db, loginChallenges, lt(loginChallenges.expiresAt, sql`now()`)),
    ]
    await comeAgain(db, services, 'auth.forget-ended-sessions', isMore.includes(true))
  },
}
