/** The mail that has several notices in it: what came in somebody's quiet hours, or in a day. */
import { asc, inArray, lte } from 'drizzle-orm'
import type { Topic } from '../lib/delivery/topic.ts'
import { fairShare } from '../lib/jobs/eachCompany.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { notify } from './commands.ts'
import { mailOfSentences } from './sentenceMail.ts'
import { notices } from './table.ts'

/** So many notices one mail tells of; the rest comes with the next. */
const mostInOne = 50
const atOnce = 2000

export const digest: Topic<{ noticeIds: string[] }> = {
  name: 'notice.digest',
  mail: async ({ noticeIds }, { db, services, userId }) => {
    const told = await db.select().from(notices).where(inArray(notices.id, noticeIds)).orderBy(asc(notices.createdAt))
    // What was read meanwhile needs no mail.
    const unread = told.filter(({ readAt }) => readAt === null)
    return mailOfSentences(db, services, userId ?? 0, unread)
  },
}

export const sendDigests: Job<object> = {
  name: 'notice.digests',
  schedule: '*/5 * * * *',
  work: async (_, { db, services }) => {
    const due = await db
      .select()
      .from(notices)
      .where(fairShare(notices, lte(notices.digestAt, new Date()), notices.digestAt, atOnce))
      .orderBy(asc(notices.digestAt))
      .for('update', { skipLocked: true })
    for (const [, of] of Map.groupBy(due, ({ companyId, userId }) => `${companyId} ${userId}`)) {
      const told = of.slice(0, mostInOne)
      const [{ companyId, userId } = { companyId: null, userId: null }] = told
      const noticeIds = told.map(({ id }) => id)
      await db.update(notices).set({ digestAt: null }).where(inArray(notices.id, noticeIds))
      if (userId !== null) await notify({ db, services, actor: { companyId } }, digest, [userId], { noticeIds })
    }
  },
}
