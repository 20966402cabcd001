import { and, desc, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { SignedIn } from '#shared/auth/currentUser.ts'
import { actorOf } from '#shared/lib/actor.ts'
import { Problem } from '#shared/lib/problem.ts'
import { voidLinks } from '../actions/commands.ts'
import { audit } from '../audit/commands.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { derive, hashToken } from '../lib/security/secrets.ts'
import { newSessionToken } from '../lib/security/sessionToken.ts'
import { type NotifyContext, notifyAddress } from '../notices/commands.ts'
import { presentCurrentUser } from '../users/queries.ts'
import { users } from '../users/table.ts'
import { aboutAccount, addressChangedMail, resetPasswordMail } from './mails.ts'
import { findSession, findStartCompany, type SessionRow } from './queries.ts'
import { storageCookie, storageCookieFor } from './storageCookie.ts'
import { sessions, workerAccounts } from './table.ts'

const tokenLife = 24 * 3600_000
const refreshLife = 30 * 24 * 3600_000
/** A repeated refresh within this time gets the same token: two tabs, or an answer that was lost. */
const refreshOverlap = 60_000
/** Devices on which somebody is signed in at once: whoever signs in on more is signed out where they were longest ago. */
const maxSessions = 100

export type SessionKind = {
  /** Where the session begins; left out, where the person worked last. */
  companyId?: number | null
  knownDeviceId?: number
  enrolmentId?: number
  acting?: { userId: number; sessionId: number }
  /** A session that cannot be made longer than this. */
  endsAt?: Date
}

/** Starts a session on this device; returns its token, which is stored nowhere. */
export async function startSession(
  ctx: Context,
  userId: number,
  { companyId, acting, endsAt, ...device }: SessionKind = {},
): Promise<{ session: SessionRow; token: string }> {
  const token = newSessionToken(ctx.services.serverKey, userId)
  const [session] = await ctx.db
    .insert(sessions)
    .values({
      userId,
      companyId: companyId === undefined ? await findStartCompany(ctx.db, userId) : companyId,
      tokenHash: hashToken(token),
      tokenExpiresAt: earlier(after(ctx, tokenLife), endsAt),
      refreshableUntil: earlier(after(ctx, refreshLife), endsAt),
      actingUserId: acting?.userId,
      actingSessionId: acting?.sessionId,
      ...device,
      ip: ctx.ip,
      userAgent: ctx.userAgent,
      createdAt: ctx.now,
      lastSeenAt: ctx.now,
    })
    .returning()
  if (!session) throw new Error('The session was not stored.')
  await endSessions(ctx, await beyondMost(ctx.db, userId))
  ctx.cookies.set(storageCookie, storageCookieFor(ctx.services.serverKey, session.id))
  return { session, token }
}

const beyondMost = async (db: Database, userId: number): Promise<number[]> => {
  const found = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.actingUserId)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .offset(maxSessions)
  return found.map(({ id }) => id)
}

/** Starts a session and notes it; what signing in answers. */
export async function signIn(ctx: Context, userId: number, kind: SessionKind = {}): Promise<z.infer<typeof SignedIn>> {
  const { session, token } = await startSession(ctx, userId, kind)
  const user = await presentCurrentUser(ctx.db, userId, session.companyId)
  const actor = actorOf(userId, user.company_id, user.role_id)
  await audit({ ...ctx, actor, session: null }, 'session.started', { type: 'User', id: userId })
  return { user, token }
}

/**
 * Replaces a token by the one that is derived from it, so that repeating the same refresh gives the same token without storing
 * one. The old one works for another minute.
 */
export async function refreshSession(ctx: Context): Promise<{ token: string }> {
  const session = ctx.bearer ? await findSession(ctx.db, ctx.bearer) : undefined
  if (!ctx.bearer || !session || session.refreshableUntil <= ctx.now || session.actingUserId !== null)
    throw new Problem('unauthenticated')
  const { serverKey } = ctx.services
  const token = newSessionToken(serverKey, session.userId, derive(serverKey, 'refresh', ctx.bearer))
  if (session.previousTokenHash === hashToken(ctx.bearer)) {
    const isOver = !session.previousTokenExpiresAt || session.previousTokenExpiresAt <= ctx.now
    // The next token is another one where the password was given again: whoever holds the old one does not get that.
    if (isOver || session.tokenHash !== hashToken(token)) throw new Problem('unauthenticated')
    return { token }
  }
  await replaceToken(ctx, session, token)
  return { token }
}

/** Gives a session another token; the one before works for another minute. */
export async function replaceToken(
  ctx: Context,
  session: SessionRow,
  token: string,
  changes: { reauthenticatedAt?: Date } = {},
): Promise<void> {
  await ctx.db
    .update(sessions)
    .set({
      tokenHash: hashToken(token),
      tokenExpiresAt: earlier(after(ctx, tokenLife), session.refreshableUntil),
      previousTokenHash: session.tokenHash,
      previousTokenExpiresAt: after(ctx, refreshOverlap),
      lastSeenAt: ctx.now,
      ...changes,
    })
    .where(eq(sessions.id, session.id))
  ctx.cookies.set(storageCookie, storageCookieFor(ctx.services.serverKey, session.id))
}

/** Gives the browser the cookie for files again that its session began with. */
export function renewStorageCookie(ctx: Context): void {
  if (ctx.session) ctx.cookies.set(storageCookie, storageCookieFor(ctx.services.serverKey, ctx.session.id))
}

/** Ends the session that the request came with, on REST, files and all sockets. */
export async function endOwnSession(ctx: Context): Promise<void> {
  await endSessions(ctx, [sessionOf(ctx)])
  ctx.cookies.set(storageCookie, storageCookieFor(ctx.services.serverKey, null))
}

/** Ends every session of somebody, or all but one; returns how many. */
export async function endSessionsOf(ctx: Revoking, userId: number, except = 0): Promise<number> {
  const found = await ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, except)))
  await endSessions(
    ctx,
    found.map(({ id }) => id),
  )
  return found.length
}

/** Ends the sessions in which somebody acts as another, or another as them. */
export async function endActing(ctx: Revoking, userId: number): Promise<void> {
  const found = await ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(isNotNull(sessions.actingUserId), or(eq(sessions.userId, userId), eq(sessions.actingUserId, userId))))
  await endSessions(
    ctx,
    found.map(({ id }) => id),
  )
}

/** What ending a session needs: a request's context, or a job's. */
export type Revoking = { db: Context['db']; services: Pick<Context['services'], 'realtime'> }

/** Ends these sessions and those in which their admin acts as somebody. */
export async function endSessions({ db, services }: Revoking, ids: number[]): Promise<void> {
  for (const id of ids) {
    const acting = await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.actingSessionId, id))
    await db.delete(sessions).where(eq(sessions.id, id))
    for (const ended of [id, ...acting.map(({ id }) => id)]) await services.realtime.revoke({ sessionId: ended }, db)
  }
}

/**
 * Gives an account a confirmed address and tells both. Links that went to the old one are void. A worker who had none signs in
 * with it from now on, and no longer with a PIN. Throws `email_taken`.
 */
export async function giveAddress(ctx: Context, userId: number, email: string): Promise<void> {
  const [before] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId)).for('update')
  if (!before || (await isTaken(ctx.db, email, userId))) throw new Problem('email_taken')
  await ctx.db.update(users).set({ email, emailConfirmedAt: ctx.now, updatedAt: ctx.now }).where(eq(users.id, userId))
  await endPhones(ctx, userId)
  for (const kind of ['reset_password', 'confirm_email', 'change_email']) await voidLinks(ctx, kind, userId)
  await audit(ctx, 'account.email_changed', { type: 'User', id: userId, companyId: null })
  for (const to of new Set([email, before.email]))
    if (to)
      await notifyAddress(aboutAccount(ctx), addressChangedMail, { userId, to, email, before: before.email ?? '–' })
}

/** A worker's account without e-mail is over, and with it the sessions of its phones. */
async function endPhones(ctx: Context, userId: number): Promise<void> {
  const open = await ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNotNull(sessions.enrolmentId)))
  await endSessions(
    ctx,
    open.map(({ id }) => id),
  )
  await ctx.db.delete(workerAccounts).where(eq(workerAccounts.userId, userId))
}

async function isTaken(db: Database, email: string, exceptUserId: number): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email), ne(users.id, exceptUserId)))
  return found.length > 0
}

/** The id of the session that the request came with. */
export function sessionOf(ctx: Pick<Context, 'session'>): number {
  if (!ctx.session) throw new Problem('unauthenticated')
  return ctx.session.id
}

const after = (ctx: Context, milliseconds: number) => new Date(ctx.now.getTime() + milliseconds)
const earlier = (one: Date, other: Date | undefined) => (other && other < one ? other : one)

/** Mails somebody a link to choose a new password, whoever asked for it: they themselves, or a manager for their company. */
export const mailPasswordReset = (teller: NotifyContext, email: string): Promise<void> =>
  notifyAddress(teller, resetPasswordMail, { email: email.toLowerCase() })
