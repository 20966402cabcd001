import { and, asc, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { notices as calls } from '#shared/notifications/contract.ts'
import { ofLivingCompany } from '../companies/table.ts'
import type { Context } from '../lib/context.ts'
import { companyOf, type Topic } from '../lib/context.ts'
import { type Handler, routes } from '../lib/http/routes.ts'
import { fairShare } from '../lib/jobs/eachCompany.ts'
import { deleteSome, nightly, requeueIf } from '../lib/jobs/erasing.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { vapidPublicKey } from '../lib/push/sender.ts'
import type { Module } from '../module.ts'
import { notify, notifyEach, ownPreferences, readNotifications, setPreferences } from './commands.ts'
import { mailDelivery, mailOfSentences } from './mailDelivery.ts'
import { listMutes, mute, unmute } from './mutes.ts'
import { countSubscription, isPushedHere, pushDelivery, sendHeldPushes, subscribe, unsubscribe } from './push.ts'
import { countUnread, listNotifications } from './queries.ts'
import { notices, notificationIsolation } from './table.ts'

/** A test notification to oneself. It is urgent, so that quiet hours do not hide it. */
export const testNotification: Topic<object> = {
  name: 'notice.test',
  bell: () => ({ values: {}, href: '/notifications', about: 'test', isUrgent: true }),
}

/** Counts the own unread notifications. */
export const getUnreadCount: Handler<typeof calls.unreadCount> = async (_, ctx) => ({
  unread_count: await countUnread(ctx),
})

/** Returns the person's notification preferences. */
export const getPreferences: Handler<typeof calls.preferences> = (_, ctx) => ownPreferences(ctx)

/** Lists the person's mutes. */
export const getMutes: Handler<typeof calls.mutes> = (_, ctx) => listMutes(ctx)

/** Ends a mute. */
export const deleteMute: Handler<typeof calls.unmute> = async ({ id }, ctx) => {
  await unmute(ctx, id)
  return null
}

/** Returns the push settings of this browser. */
export const getPushSettings: Handler<typeof calls.push> = async (_, ctx) => ({
  public_key: vapidPublicKey(ctx.services.serverKey),
  is_on: await isPushedHere(ctx),
})

const prepareSubscription = (_: unknown, ctx: Context) => countSubscription(ctx)

/** Subscribes this browser to push notifications. */
export const createSubscription: Handler<typeof calls.subscribe> = (browser, ctx) => subscribe(ctx, browser)

/** Ends the push notifications of this browser. */
export const deleteSubscription: Handler<typeof calls.unsubscribe> = async (_, ctx) => {
  await unsubscribe(ctx)
  return null
}

/** Sends a test notification to the person. */
export const sendTestNotification: Handler<typeof calls.test> = async (_, ctx) => {
  companyOf(ctx)
  await notify(ctx, testNotification, [ctx.actor.id], {})
  return null
}

const notificationRoutes = routes(calls, {
  list: listNotifications,
  read: readNotifications,
  unreadCount: getUnreadCount,
  preferences: getPreferences,
  setPreferences: setPreferences,
  mutes: getMutes,
  mute: mute,
  unmute: deleteMute,
  push: getPushSettings,
  subscribe: { prepare: prepareSubscription, handle: createSubscription },
  subscribeByPost: { prepare: prepareSubscription, handle: createSubscription },
  unsubscribe: deleteSubscription,
  test: sendTestNotification,
})

/** Deletes notifications after 90 days; deliveries are given up long before. */
const deleteOldNotifications: Job<object> = {
  name: 'notice.forget',
  schedule: nightly,
  work: async (_, { db, services }) => {
    const isMore = await deleteSome(db, notices, lt(notices.createdAt, sql`now() - interval '90 days'`))
    await requeueIf(db, services, 'notice.forget', isMore)
  },
}

// The digest: one mail for the notifications of quiet hours or of a day.

/** Notifications in one digest; the rest comes with the next. */
const maxInOne = 50

const atOnce = 2000

export const digest: Topic<{ noticeIds: string[] }> = {
  name: 'notice.digest',
  mail: async ({ noticeIds }, { db, services, userId }) => {
    const found = await db.select().from(notices).where(inArray(notices.id, noticeIds)).orderBy(asc(notices.createdAt))
    // Notifications that were read need no mail.
    const unread = found.filter(({ readAt }) => readAt === null)
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
      const recipients = [...Map.groupBy(ofCompany, ({ userId }) => userId)].map(([userId, of]) => ({
        people: userId === null ? [] : [userId],
        facts: { noticeIds: of.slice(0, maxInOne).map(({ id }) => id) },
      }))
      const ids = recipients.flatMap(({ facts }) => facts.noticeIds)
      await db.update(notices).set({ digestAt: null }).where(inArray(notices.id, ids))
      await notifyEach({ db, services, actor: { companyId } }, digest, recipients)
    }
  },
}

export const notificationsModule: Module = {
  isolation: notificationIsolation,
  routes: notificationRoutes,
  jobs: [deleteOldNotifications, sendDigests, sendHeldPushes],
  notifications: [testNotification as never, digest as never],
  deliveries: [mailDelivery as never, pushDelivery as never],
}
