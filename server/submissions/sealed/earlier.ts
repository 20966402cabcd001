/** What was completed before there were chains, or was written past the commands, enters them afterwards: the link says when. */
import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { Database } from '../../lib/db/pools.ts'
import { nightly } from '../../lib/jobs/erasing.ts'
import type { Job } from '../../lib/jobs/jobs.ts'
import type { Signing } from '../../lib/security/signing.ts'
import { appendSeals } from '../../sealing/commands.ts'
import { submissions } from '../table.ts'
import { wholeSubmissions } from './content.ts'
import { entriesOf } from './entries.ts'

type Sealing = { db: Database; now: Date; signing: Signing }

const atOnce = 200
const maxInNight = 5_000

/**
 * Seals what is not yet, the oldest first; a night does a part of what is much. Each time some of one company in a transaction, as whoever
 * completes something there waits for the end of its chain.
 */
export const sealEarlier: Job<{ done?: number }> = {
  name: 'submissions.seal-earlier',
  schedule: nightly,
  work: async ({ done = 0 }, { db, services }) => {
    const sealed = await sealUnsealed({ db, now: new Date(), signing: services.signing })
    if (sealed > 0 && done + sealed < maxInNight)
      await services.jobs.send(db, sealEarlier, { done: done + sealed }, { companyId: null })
    return undefined
  },
}

/** Some of one company, in the order in which they came. How many. A reopening is a version of what it follows, and has no link of its own. */
export async function sealUnsealed(sealing: Sealing): Promise<number> {
  const { db } = sealing
  const unsealed = and(
    eq(submissions.status, 'complete'),
    or(isNull(submissions.followsAs), ne(submissions.followsAs, 'reopening')),
    sql`not exists (select from seals s where s.company_id = ${submissions.companyId} and s.record_type = 'submission' and s.record_id = ${submissions.id})`,
  )
  const found = await db
    .select({ id: submissions.id, companyId: submissions.companyId })
    .from(submissions)
    .where(unsealed)
    .orderBy(asc(submissions.companyId), asc(submissions.receivedAt), asc(submissions.id))
    .limit(atOnce)
  const [first] = found
  if (!first) return 0
  const ids = found.filter(({ companyId }) => companyId === first.companyId).map(({ id }) => id)
  const whole = await wholeSubmissions(db, first.companyId, ids)
  const entries = ids.flatMap(id => {
    const one = whole.get(id)
    return one ? entriesOf(one, sealing.now) : []
  })
  await appendSeals(sealing, first.companyId, entries)
  return ids.length
}
