/** Which browsers hear of notices while they are closed. A subscription is the session's, and ends with it. */
import { and, eq, ne } from 'drizzle-orm'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { refuseWhileActing } from '../../accounts/queries.ts'
import { sessions } from '../../accounts/sessionTable.ts'
import { type Context, companyOf } from '../../lib/context.ts'
import { encryptPush, isPushEndpoint } from '../../lib/push/sender.ts'
import { countTries } from '../../lib/security/tries.ts'
import { noticePreferences } from '../table.ts'
import { pushSubscriptions } from './table.ts'

type Browser = { endpoint: string; keys: { p256dh: string; auth: string } }

/** A browser renews its subscription now and then, and not all the time. */
const perHour = { name: 'push', tries: 60, seconds: 3600 }

/** Takes the browser of this session as one that wants to hear; what it or the session had before is replaced. */
export async function subscribe(ctx: Context, { endpoint, keys }: Browser) {
  refuseWhileActing(ctx)
  const sessionId = sessionOf(ctx)
  const companyId = companyOf(ctx)
  await countTries(ctx, [perHour, String(sessionId)])
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
    .insert(noticePreferences)
    .values({ companyId, userId: ctx.actor.id, hasPush: true })
    .onConflictDoUpdate({
      target: [noticePreferences.companyId, noticePreferences.userId],
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
