/**
 * Web push, the second channel: one delivery says which browsers there are, and each of these has one of its own, so that a browser that
 * cannot be reached does not tell the others twice. What is needed is looked up and committed before anything goes out.
 */
import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { localeOf } from '#shared/lib/language.ts'
import type { PushedNotice } from '#shared/notices/rules.ts'
import { type Database, withDatabase } from '../../lib/db/pools.ts'
import type { Delivery } from '../../lib/jobs/deliveries.ts'
import type { Services } from '../../lib/services.ts'
import { sentenceOf } from '../queries.ts'
import { noticePreferences, notices } from '../table.ts'
import { pushSubscriptions } from './table.ts'
import { targetsOf } from './targets.ts'

/** A sentence is short; what somebody gave an endless title is cut, so that it fits into one message. */
const longestText = 700

type Data = { noticeIds: string[]; subscriptionId?: number }

export const pushDelivery: Delivery<Data> = {
  name: 'deliver.push',
  // Most of the time a push is waited for; push services take many at once.
  turns: { atOnce: 32, ofOne: 8 },
  deliver: async ({ noticeIds, subscriptionId }, services) => {
    if (subscriptionId === undefined) return inTransaction(services, db => toEachBrowser(db, services, noticeIds))
    const composed = await inTransaction(services, db => compose(db, services, noticeIds, subscriptionId))
    if (!composed) return
    const status = await services.pushes.send(composed.target, composed.message, new Date())
    if (status >= 200 && status < 300) return
    // The browser is gone, or its person took the permission back.
    if (status === 404 || status === 410) return inTransaction(services, db => forget(db, subscriptionId))
    // No dead letter: the notice stands in the list, and nobody has to be woken for a browser.
    if (status >= 400 && status < 500 && status !== 429)
      services.log.warn({ status }, 'A push service refused a notice')
    else throw new Error(`The push service answered ${status}`)
  },
}

/** A delivery for each browser; where there is none any more, nobody looks for one until one comes again. */
async function toEachBrowser(db: Database, services: Services, noticeIds: string[]): Promise<void> {
  const [notice] = await unreadOf(db, noticeIds)
  if (!notice) return
  const found = await targetsOf(db, notice)
  await services.jobs.sendEach(
    db,
    pushDelivery,
    found.map(({ id }) => ({ data: { noticeIds, subscriptionId: id }, whose: notice })),
  )
  const ofPerson = and(eq(noticePreferences.companyId, notice.companyId), eq(noticePreferences.userId, notice.userId))
  if (found.length === 0) await db.update(noticePreferences).set({ hasPush: false }).where(ofPerson)
}

/** Those that nobody has read yet, of one person in one company; what is tried for that long is no news any more. */
async function unreadOf(db: Database, noticeIds: string[]) {
  const rows = await db
    .select()
    .from(notices)
    .where(
      and(
        ...[inArray(notices.id, noticeIds), isNull(notices.readAt)],
        gt(notices.createdAt, sql`now() - interval '20 hours'`),
      ),
    )
    .orderBy(asc(notices.createdAt))
  return rows.flatMap(({ userId, companyId, ...notice }) =>
    userId !== null && companyId !== null ? [{ ...notice, userId, companyId }] : [],
  )
}

/** The message for one browser, in the language of its person; null where nothing is to be said any more. */
async function compose(db: Database, { texts }: Services, noticeIds: string[], subscriptionId: number) {
  const unread = await unreadOf(db, noticeIds)
  const last = unread.at(-1)
  const [target] = last ? await targetsOf(db, { ...last, subscriptionId }) : []
  if (!last || !target) return null
  const locale = localeOf(target.languageId)
  const isOne = unread.length === 1
  const text = isOne
    ? sentenceOf(last, texts, locale)
    : texts(locale)('notices.digestSubject', { count: unread.length })
  const content: PushedNotice = {
    ...{ id: last.id, text: text.slice(0, longestText), href: (isOne && last.href) || '/notifications' },
    ...{ company: target.companyName, lang: locale, at: last.createdAt.toISOString(), is_urgent: last.isUrgent },
  }
  return { target, message: { content: JSON.stringify(content), isUrgent: last.isUrgent } }
}

const forget = async (db: Database, id: number): Promise<void> => {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id))
}

const inTransaction = <T>({ pools }: Services, work: (db: Database) => Promise<T>): Promise<T> =>
  withDatabase(pools.deliveries, { companyId: null, userId: null }, true, work)
