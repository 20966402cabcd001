/** The mail that has several notices in it: what came in somebody's quiet hours, or in a day. */
import { and, asc, inArray, isNull, lte, or } from 'drizzle-orm'
import { ofLivingCompany } from '../companies/table.ts'
import type { Topic } from '../lib/delivery/topic.ts'
import { fairShare } from '../lib/jobs/eachCompany.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { notifyEach } from './commands.ts'
import { mailOfSentences } from './sentenceMail.ts'
import { notices } from './table.ts'

/** So many notices one mail tells of; the rest comes with the next. */
const maxInOne = 50
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

const isLiving = or(isNull(notices.companyId), ofLivingCompany(notices.companyId))

export const sendDigests: Job<object> = {
  name: 'notice.digests',
  schedule: '*/5 * * * *',
  work: async (_, { db, services }) => {
    const due = await db
      .select()
      .from(notices)
      .where(fairShare(notices, and(lte(notices.digestAt, new Date()), isLiving), notices.digestAt, atOnce))
      .orderBy(asc(notices.digestAt))
      .for('update', { skipLocked: true })
    for (const [companyId, ofCompany] of Map.groupBy(due, notice => notice.companyId)) {
      const told = [...Map.groupBy(ofCompany, ({ userId }) => userId)].map(([userId, of]) => ({
        people: userId === null ? [] : [userId],
        facts: { noticeIds: of.slice(0, maxInOne).map(({ id }) => id) },
      }))
      const ids = told.flatMap(({ facts }) => facts.noticeIds)
      await db.update(notices).set({ digestAt: null }).where(inArray(notices.id, ids))
      await notifyEach({ db, services, actor: { companyId } }, digest, told)
    }
  },
}
