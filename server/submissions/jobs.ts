import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { eraseDocuments } from '../documents/commands.ts'
import { files } from '../files/table.ts'
import { findings } from '../findings/table.ts'
import type { Database } from '../lib/db/pools.ts'
import { eraseArchived, maxErased, nightly, requeueIf } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import type { Signing } from '../lib/security/signing.ts'
import { appendSeals, eraseSealed } from '../sealing/commands.ts'
import { subjectStatuses } from '../subjects/table.ts'
import { entriesOf, wholeSubmissions } from './sealed/content.ts'
import { erasedSubmissions, submissionSubjects, submissions } from './table.ts'

/**
 * Erases archived submissions with their files, documents, findings and statuses; their tasks stay. The uuid of a
 * complete one stays taken, because a device may send it again.
 */
export const eraseArchivedSubmissions: Job<object> = {
  name: 'submissions.erase-archived',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const erased = await eraseArchived(db, submissions, {
      parts: [
        { table: submissionSubjects, of: submissionSubjects.submissionId },
        { table: findings, of: findings.submissionId },
        { table: subjectStatuses, of: subjectStatuses.submissionId },
        { table: files, of: files.submissionId },
      ],
    })
    if (erased.length === 0) return
    await requeueIf(db, services, 'submissions.erase-archived', erased.length === maxErased)
    const paths = await eraseDocuments(db, 'submission', erased)
    const complete = erased.filter(({ status }) => status === 'complete')
    if (complete.length > 0) {
      await db.insert(erasedSubmissions).values(complete.map(({ companyId, uuid }) => ({ companyId, uuid })))
      await eraseSealed({ db, now: new Date(), signing: services.signing }, 'submission', complete)
    }
    return async () => {
      for (const path of paths) await services.storage.remove(path)
    }
  },
}

type Sealing = { db: Database; now: Date; signing: Signing }

const atOnce = 200
const maxInNight = 5_000

/**
 * Seals complete submissions that have no link yet, oldest first and a part each night. A transaction handles one
 * company, because others wait for the end of its chain.
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

/**
 * Seals some submissions of one company in the order of their arrival. Returns how many. A reopening has no link of
 * its own.
 */
export async function sealUnsealed(sealing: Sealing): Promise<number> {
  const { db } = sealing
  const unsealed = and(
    eq(submissions.status, 'complete'),
    or(isNull(submissions.followsAs), ne(submissions.followsAs, 'reopening')),
    sql`not exists (select from seals s where s.company_id = ${submissions.companyId} and s.record_type = 'submission'
      and s.record_id = ${submissions.id})`,
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
