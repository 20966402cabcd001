/** Which browsers hear of notifications while they are closed. A subscription is the session's, and ends with it. */
import { and, asc, eq, gt, inArray, isNull, lte, ne, sql } from 'drizzle-orm'
import { localeOf } from '#shared/lib/language.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import type { PushedNotification } from '#shared/notifications/rules.ts'
import { isTwoFactorDue, refuseWhileActing } from '../accounts/queries.ts'
import { sessions } from '../accounts/sessionTable.ts'
import { users } from '../accounts/table.ts'
import { isAtWork } from '../companies/queries.ts'
import { companies, memberships } from '../companies/table.ts'
import { type Context, companyOf, type Services } from '../lib/context.ts'
import { type Database, noTenant, withDatabase } from '../lib/db/pools.ts'
import type { Delivery } from '../lib/jobs/deliveries.ts'
import { fairShare } from '../lib/jobs/eachCompany.ts'
import type { Job } from '../lib/jobs/jobs.ts'
import { encryptPush, isPushEndpoint } from '../lib/push/sender.ts'
import { countTries } from '../lib/security/tries.ts'
import { sentenceOf } from './queries.ts'
import { notices, notificationPreferences, pushSubscriptions } from './table.ts'

type Browser = { endpoint: string; keys: { p256dh: string; auth: string } }

/** A browser renews its subscription now and then, and not all the time. */
const perHour = { name: 'push', tries: 60, seconds: 3600 }

/** Counts a subscription of this session. Throws 429 after sixty in an hour. */
export async function countSubscription(ctx: Context): Promise<void> {
  refuseWhileActing(ctx)
  const sessionId = sessionOf(ctx)
  companyOf(ctx)
  await countTries(ctx, [perHour, String(sessionId)])
}

/** Takes the browser of this session as one that wants to hear; what it or the session had before is replaced. */
export async function subscribe(ctx: Context, { endpoint, keys }: Browser) {
  const sessionId = sessionOf(ctx)
  const companyId = companyOf(ctx)
  if (!isPushEndpoint(endpoint)) throw invalidField('endpoint', 'not_an_option')
  if (!areKeys(keys)) throw invalidField('keys', 'not_an_option')
  const { db } = ctx
  // One call of a session after another: a browser that asks twice at once has one subscription.
  await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId)).for('no key update')
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.sessionId, sessionId), ne(pushSubscriptions.endpoint, endpoint)))
  await db
    .insert(pushSubscriptions)
    .values({ sessionId, endpoint, ...keys })
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { sessionId, ...keys } })
  await db
    .insert(notificationPreferences)
    .values({ companyId, userId: ctx.actor.id, hasPush: true })
    .onConflictDoUpdate({
      target: [notificationPreferences.companyId, notificationPreferences.userId],
      set: { hasPush: true },
    })
  return { is_on: true }
}

/** Nothing more is sent to the browser of this session. A repeated call is harmless. */
export async function unsubscribe(ctx: Context) {
  await ctx.db.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionId, sessionOf(ctx)))
  return { is_on: false }
}

export async function isPushedHere(ctx: Context): Promise<boolean> {
  const of = eq(pushSubscriptions.sessionId, sessionOf(ctx))
  return (await ctx.db.$count(pushSubscriptions, of)) > 0
}

function sessionOf({ session }: Context): number {
  if (!session) throw new Problem('forbidden')
  return session.id
}

/** Whether something can be encrypted for them: a point on the curve, and a secret of 16 bytes. */
function areKeys(keys: Browser['keys']): boolean {
  try {
    encryptPush(Buffer.alloc(0), keys)
    return Buffer.from(keys.auth, 'base64url').length === 16
  } catch {
    return false
  }
}

// Delivery by web push. One delivery finds the browsers, and each of these gets its own, so an unreachable browser
// repeats nothing for the others. Data is read and committed before anything goes out.

/** A sentence is short; what somebody gave an endless title is cut, so that it fits into one message. */
const maxText = 700

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
    // Not a dead letter: the notification is in the list.
    if (status >= 400 && status < 500 && status !== 429)
      services.log.warn({ status }, 'A push service refused a notification')
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
    found.map(({ id }) => ({ data: { noticeIds, subscriptionId: id }, owner: notice })),
  )
  const ofPerson = and(
    eq(notificationPreferences.companyId, notice.companyId),
    eq(notificationPreferences.userId, notice.userId),
  )
  if (found.length === 0) await db.update(notificationPreferences).set({ hasPush: false }).where(ofPerson)
}

/** Returns the unread notifications of one person in one company, up to 20 hours old. */
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
    : texts(locale)('notifications.digestSubject', { count: unread.length })
  const content: PushedNotification = {
    ...{ id: last.id, text: text.slice(0, maxText), href: (isOne && last.href) || '/notifications' },
    ...{ company: target.companyName, lang: locale, at: last.createdAt.toISOString(), is_urgent: last.isUrgent },
  }
  return { target, message: { content: JSON.stringify(content), isUrgent: last.isUrgent } }
}

const forget = async (db: Database, id: number): Promise<void> => {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id))
}

const inTransaction = <T>({ pools }: Services, work: (db: Database) => Promise<T>): Promise<T> =>
  withDatabase(pools.deliveries, noTenant, true, work)

// Subscribed browsers of a person in a company, by sessions that work there.

/** Read across companies; `subscriptionId` narrows it to one. */
const targetsOf = (
  db: Database,
  { userId, companyId, subscriptionId }: { userId: number; companyId: number; subscriptionId?: number | undefined },
) =>
  db
    .select({
      ...{ id: pushSubscriptions.id, endpoint: pushSubscriptions.endpoint },
      ...{ p256dh: pushSubscriptions.p256dh, auth: pushSubscriptions.auth },
      ...{ languageId: users.languageId, companyName: companies.name },
    })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(companies, eq(companies.id, sessions.companyId))
    .innerJoin(memberships, and(eq(memberships.companyId, companies.id), eq(memberships.userId, users.id)))
    .where(
      and(
        ...[eq(sessions.userId, userId), eq(sessions.companyId, companyId), isNull(sessions.actingUserId)],
        ...[
          gt(sessions.refreshableUntil, sql`now()`),
          isAtWork,
          isNull(users.archivedAt),
          isNull(companies.archivedAt),
        ],
        sql`not ${isTwoFactorDue(users.id)}`,
        subscriptionId === undefined ? undefined : eq(pushSubscriptions.id, subscriptionId),
      ),
    )

// Sends one push at the end of quiet hours, for all that came in them.

const atOnce = 2000
/** Notifications that one push counts; all of them are in the list. */
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
        const [owner] = of
        return owner ? [{ data: { noticeIds: of.slice(0, maxCounted).map(({ id }) => id) }, owner }] : []
      }),
    )
    return undefined
  },
}
