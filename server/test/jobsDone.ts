/** Waits until no job is left, for tests of what must not come. */
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { deadLetters } from '../lib/jobs/deliveries.ts'
import { platform } from './people.ts'

/**
 * Resolves when no job is left that was not tried yet: every mail that was to come has come. Another test's failures
 * are tried for a day, and its dead letters are kept for somebody to look at.
 */
export const jobsDone = () => expect.poll(openJobs, { interval: 20 }).toEqual([])

export async function openJobs() {
  const { rows } = await platform(db =>
    db.execute<{ name: string; state: string; data: unknown }>(
      sql`select name, state, data from pgboss.job
          where state in ('created', 'active') and retry_count = 0 and start_after <= now() and name <> ${deadLetters}`,
    ),
  )
  return rows
}
