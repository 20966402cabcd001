import { and, asc, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { notices as calls } from '#shared/notifications/contract.ts'
import { ofLivingCompany } from '../companies/table.ts'
import { companyOf, type Topic } from '../lib/context.ts'
import { routes } from '../lib/http/routes.ts'
import { fairShare } from '../lib/jobs/eachCompany.ts'
import { comeAgain, deleteSome, nightly } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { vapidPublicKey } from '../lib/push/sender.ts'
import type { Module } from '../module.ts'
import { notify, notifyEach, ownPreferences, readNotices, setPreferences } from './commands.ts'
import { mailDelivery, mailOfSentences } from './mailDelivery.ts'
import { listMutes, mute, unmute } from './mutes.ts'
import { countSubscription, isPushedHere, pushDelivery, sendHeldPushes, subscribe, unsubscribe } from './push.ts'
import { countUnread, listNotices } from './queries.ts'
import { noticeIsolation, notices } from './table.ts'

/** A test notification to oneself. It is urgent, so that quiet hours do not hide it. */
export const testNotice: Topic<object> = {
  name: 'notice.test',
  bell: () => ({ values: {}, href: '/notifications', about: 'test', isUrgent: true }),
}

const noticeRoutes = routes(calls, {
  list: (query, ctx) => listNotices(ctx, query),
  read: (input, ctx) => readNotices(ctx, input),
  unreadCount: async (_, ctx) => ({ unread_count: await countUnread(ctx) }),
  preferences: (_, ctx) => ownPreferences(ctx),
  setPreferences: (changes, ctx) => setPreferences(ctx, changes),
  mutes: (_, ctx) => listMutes(ctx),
  mute: (muting, ctx) => mute(ctx, muting),
  unmute: async ({ id }, ctx) => {
    await unmute(ctx, id)
    return null
  },
  push: async (_, ctx) => ({
    public_key: vapidPublicKey(ctx.services.serverKey),
    is_on: await isPushedHere(ctx),
  }),
  subscribe: { prepare: (_, ctx) => countSubscription(ctx), handle: (browser, ctx) => subscribe(ctx, browser) },
  subscribeByPost: { prepare: (_, ctx) => countSubscription(ctx), handle: (browser, ctx) => subscribe(ctx, browser) },
  unsubscribe: async (_, ctx) => {
    await unsubscribe(ctx)
    return null
  },
  test: async (_, ctx) => {
    companyOf(ctx)
    await notify(ctx, testNotice, [ctx.actor.id], {})
    return null
  },
})

/** Deletes notifications after 90 days; deliveries are given up long before. */
const forgetNotices: Job<object> = {
  name: 'notice.forget',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const isMore = await deleteSome(db, notices, lt(notices.createdAt, sql`now() - interval '90 days'`))
    await comeAgain(db, services, 'notice.forget', isMore)
  },
}

// The digest: one mail for the notifications of quiet hours or of a day.

/** Notifications in one digest; the rest comes with the next. */
const maxInOne = 50

const atOnce = 2000

export const digest: Topic<{ noticeIds: string[] }> = {
  name: 'notice.digest',
  mail: async ({ noticeIds }, { db, services, userId }) => {
    const told = await db.select().from(notices).where(inArray(notices.id, noticeIds)).orderBy(asc(notices.createdAt))
    // Notifications that were read need no mail.
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

export const noticesModule: Module = {
  isolation: noticeIsolation,
  routes: noticeRoutes,
  jobs: [forgetNotices, sendDigests, sendHeldPushes],
  notices: [testNotice as never, digest as never],
  deliveries: [mailDelivery as never, pushDelivery as never],
}
