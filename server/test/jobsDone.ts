/** For what must not come: whoever waits for it by the clock waits too long or not long enough. */
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { platform } from './people.ts'

/** Resolves when no job is left that was not tried yet: every mail that was to come has come. Another test's failures are tried for a day. */
export const jobsDone = () => expect.poll(openJobs, { interval: 20 }).toBe(0)

async function openJobs(): Promise<number | undefined> {
  const { rows } = await platform(db =>
    db.execute<{ open: number }>(
      sql`select count(*)::int as open from pgboss.job where state in ('created', 'active') and retry_count = 0 and start_after <= now()`,
    ),
  )
  return rows[0]?.open
}
