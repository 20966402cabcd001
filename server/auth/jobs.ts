import { lt, sql } from 'drizzle-orm'
import { nightly } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { loginChallenges, sessions } from './table.ts'

/** Sessions that nobody can refresh any more, and sign-ins that were never finished. */
export const forgetEndedSessions: Job<object> = {
  name: 'auth.forget-ended-sessions',
  schedule: nightly,
  work: async (_, { db }) => {
    await db.delete(sessions).where(lt(sessions.refreshableUntil, sql`now()`))
    await db.delete(loginChallenges).where(lt(loginChallenges.expiresAt, sql`now()`))
  },
}
