import { or, sql } from 'drizzle-orm'
import { comeAgain, deleteSome, nightly } from '../../lib/jobs/erasing.ts'
import type { Job } from '../../lib/jobs/jobs.ts'
import { shares } from './table.ts'

/** For so long after its end it can still be looked up what a link was; then the row and its PIN go. The audit log keeps that it was. */
export const shareKeptDays = 30

/** Erases links to reports that ended, by their day or by hand, thirty days ago. */
export const eraseEndedShares: Job<object> = {
  name: 'shares.erase-ended',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const before = sql`now() - make_interval(days => ${shareKeptDays})`
    const ended = or(sql`${shares.revokedAt} < ${before}`, sql`${shares.expiresAt} < ${before}`)
    await comeAgain(db, services, 'shares.erase-ended', await deleteSome(db, shares, ended))
    return undefined
  },
}
