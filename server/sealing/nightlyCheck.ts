/** Checks each night whether all records are as they were sealed, and notifies those who may see it of differences. */
import { desc, lt, sql } from 'drizzle-orm'
import { whoMay } from '../companies/roleQueries.ts'
import type { Services, Topic } from '../lib/context.ts'
import { noTenant, shortReads, withDatabase } from '../lib/db/pools.ts'
import { nightly } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { notify } from '../notifications/commands.ts'
import { checkChain } from './checkLinks.ts'
import { lastCheck, noteWalk, unfinishedWalk } from './links.ts'
import { sealChecks, sealHeads } from './table.ts'

/** Companies in one night, and parts of one chain: what is left comes the next night. */
const maxCompanies = 2_000
const maxParts = 500
const keptDays = 400

/** The nightly check found differences. The notification names none; the page does. */
export const sealsDiffer: Topic<object> = {
  name: 'seal.differs',
  bell: () => ({ values: {}, href: '/seals', about: 'seals' }),
}

export const checkSeals: Job<{ companyId: number }> = {
  name: 'seals.check',
  turns: { atOnce: 2, ofOne: 1 },
  // No connection is held for all of a chain.
  work:
    async ({ companyId }, { services }) =>
    () =>
      walkChain(services, companyId),
}

/** Walks along the chain, on from where the last night ended. Tells of what was not there at the check before. */
export async function walkChain(services: Services, companyId: number): Promise<void> {
  const { storage } = services
  const walker = { companyId, checkedBy: null }
  const inDatabase = <T>(work: Parameters<typeof withDatabase<T>>[3]) =>
    withDatabase(services.pools.jobs, noTenant, true, work)
  const reading = shortReads(work => withDatabase(services.pools.jobs, noTenant, false, work))
  let after = await inDatabase(async db => (await unfinishedWalk(db, walker))?.checkedTo ?? 0)
  const before = await inDatabase(db => lastCheck(db, companyId))
  for (let part = 0; part < maxParts; part++) {
    const looked = await checkChain({ db: reading, storage, companyId }, after)
    await inDatabase(db => noteWalk(db, { ...walker, now: new Date() }, after, looked))
    after = looked.checked_to
    if (looked.checked_to < looked.last) continue
    await inDatabase(async db => {
      const found = (await lastCheck(db, companyId))?.found ?? 0
      if (found <= (before?.found ?? 0)) return
      const people = await whoMay({ db }, 'read', 'AuditEntry', { companyId })
      await notify({ db, services, actor: { companyId } }, sealsDiffer, people, {})
    })
    return
  }
}

export const checkAllSeals: Job<object> = {
  name: 'seals.check-all',
  schedule: nightly,
  work: async (_, { db, services }) => {
    await db.delete(sealChecks).where(lt(sealChecks.beganAt, sql`now() - make_interval(days => ${keptDays})`))
    const due = await db
      .select({ companyId: sealHeads.companyId })
      .from(sealHeads)
      .orderBy(desc(sealHeads.position))
      .limit(maxCompanies)
    await services.jobs.sendEach(
      db,
      checkSeals,
      due.map(owner => ({ data: owner, owner })),
    )
    return undefined
  },
}
