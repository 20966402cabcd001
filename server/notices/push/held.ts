/** What came in somebody's quiet hours: one push at their end, however much it is. */
import { asc, inArray, lte } from 'drizzle-orm'
import { fairShare } from '../../lib/jobs/eachCompany.ts'
import type { Job } from '../../lib/jobs/jobs.ts'
import { notices } from '../table.ts'
import { pushDelivery } from './delivery.ts'

const atOnce = 2000
/** So many one push counts; what is beyond stands in the list. */
const maxCounted = 100

export const sendHeldPushes: Job<object> = {
  name: 'notice.held-pushes',
  schedule: '*/5 * * * *',
  work: async (_, { db, services }) => {
    const due = await db
      .select({ id: notices.id, companyId: notices.companyId, userId: notices.userId })
      .from(notices)
      .where(fairShare(notices, lte(notices.pushAt, new Date()), notices.pushAt, atOnce))
      .orderBy(asc(notices.pushAt))
      .for('update', { skipLocked: true })
    if (due.length === 0) return undefined
    const ids = due.map(({ id }) => id)
    await db.update(notices).set({ pushAt: null }).where(inArray(notices.id, ids))
    const people = [...Map.groupBy(due, ({ companyId, userId }) => `${companyId} ${userId}`).values()]
    await services.jobs.sendEach(
      db,
      pushDelivery,
      people.flatMap(of => {
        const [whose] = of
        return whose ? [{ data: { noticeIds: of.slice(0, maxCounted).map(({ id }) => id) }, whose }] : []
      }),
    )
    return undefined
  },
}
