import { randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNotNull, isNull, ne, or } from 'drizzle-orm'
import type { z } from 'zod'
import type { SignedIn } from '#shared/accounts/fields.ts'
import type { Session } from '#shared/accounts/me.ts'
import { actorOf } from '#shared/lib/actor.ts'
import { Problem } from '#shared/lib/problem.ts'
import { audit } from '../audit/commands.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { derive, hashToken, seal, unseal } from '../lib/security/secrets.ts'
import { newSessionToken } from '../lib/security/sessionToken.ts'
import { onOwnConnection } from '../lib/unitOfWork.ts'
import { findSession, type SessionRow, storageCookie, storageCookieFor } from './identity.ts'
import { findStartCompany, presentCurrentUser } from './queries.ts'
import { deviceKeys, knownDevices, sessions } from './sessionTable.ts'
import { users } from './table.ts'

const tokenLife = 24 * 3600_000
const refreshLife = 30 * 24 * 3600_000
/** A repeated refresh within this time gets the same token: two tabs, or an answer that was lost. */
const refreshOverlap = 60_000
/** Sessions of a person at once. One more ends the session that was used least recently. */
const maxSessions = 100

type SessionKind = {
  /** The company of the session; by default the one of the latest session. */
  companyId?: number | null
  knownDeviceId?: number
  enrolmentId?: number
  acting?: { userId: number; sessionId: number }
  /** A session that cannot be made longer than this. */
  endsAt?: Date
  /** A session that began at a provider. */
  sso?: SsoSession
}

/** What a session keeps of the provider by which it began; a company's opens that company alone. */
export type SsoSession = {
  connectionId: number
  companyId: number | null
  sessionId: string | null
  hasSecondFactor: boolean
}

/** Starts a session on this device; returns its token, which is stored nowhere. */
async function startSession(
  ctx: Context,
  userId: number,
  { companyId, acting, endsAt, sso, ...device }: SessionKind = {},
): Promise<{ session: SessionRow; token: string }> {
  const isByPassword = !acting && !endsAt && !sso && device.enrolmentId === undefined
  const token = newSessionToken(ctx.services.serverKey, userId)
  const [session] = await ctx.db
    .insert(sessions)
    .values({
      userId,
      companyId: companyId === undefined ? await findStartCompany(ctx.db, userId, { isByPassword }) : companyId,
      tokenHash: hashToken(token),
      tokenExpiresAt: earlier(after(ctx, tokenLife), endsAt),
      refreshableUntil: earlier(after(ctx, refreshLife), endsAt),
      actingUserId: acting?.userId,
      actingSessionId: acting?.sessionId,
      ...device,
      ...(sso && {
        ssoConnectionId: sso.connectionId,
        onlyCompanyId: sso.companyId,
        ssoSessionId: sso.sessionId,
        hasSecondFactor: sso.hasSecondFactor,
      }),
      ip: ctx.ip,
      userAgent: ctx.userAgent,
      createdAt: ctx.now,
      lastSeenAt: ctx.now,
    })
    .returning()
  if (!session) throw new Error('The session was not stored.')
  await endSessions(ctx, await sessionsBeyondLimit(ctx.db, userId))
  ctx.cookies.set(storageCookie, storageCookieFor(ctx.services.serverKey, session.id))
  return { session, token }
}

const sessionsBeyondLimit = async (db: Database, userId: number): Promise<number[]> => {
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
  const user = await presentCurrentUser(ctx, userId, session.companyId, null, session.id)
  const actor = actorOf(userId, user.company_id, user.role_id)
  await audit({ ...ctx, actor, session: null }, 'session.started', { type: 'User', id: userId })
  return { user, token }
}

/**
 * Replaces a token by the one that is derived from it, so that repeating the same refresh gives the same token without
 * storing one. The old one works for another minute.
 */
export async function refreshSession(ctx: Context): Promise<{ token: string }> {
  const session = ctx.bearer ? await findSession(ctx.db, ctx.bearer) : undefined
  if (!ctx.bearer || !session || session.refreshableUntil <= ctx.now || session.actingUserId !== null)
    throw new Problem('unauthenticated')
  const { serverKey } = ctx.services
  const token = newSessionToken(serverKey, session.userId, derive(serverKey, 'refresh', ctx.bearer))
  if (session.previousTokenHash === hashToken(ctx.bearer)) {
    const isOver = !session.previousTokenExpiresAt || session.previousTokenExpiresAt <= ctx.now
    // After the password was given again the next token is random, so the old token does not lead to it.
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

/** The context that ending a session needs: that of a request or of a job. */
type Revoking = { db: Context['db']; services: Pick<Context['services'], 'realtime'> }

/** Ends these sessions and those in which their admin acts as somebody. */
export async function endSessions({ db, services }: Revoking, ids: number[]): Promise<void> {
  for (const id of ids) {
    const acting = await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.actingSessionId, id))
    await db.delete(sessions).where(eq(sessions.id, id))
    for (const ended of [id, ...acting.map(({ id }) => id)]) await services.realtime.revoke({ sessionId: ended }, db)
  }
}

/** The id of the session that the request came with. */
export function sessionOf(ctx: Pick<Context, 'session'>): number {
  if (!ctx.session) throw new Problem('unauthenticated')
  return ctx.session.id
}

const after = (ctx: Context, milliseconds: number) => new Date(ctx.now.getTime() + milliseconds)
const earlier = (one: Date, other: Date | undefined) => (other && other < one ? other : one)

// Acting: an admin uses tend as somebody else for an hour, in a session that ends with the admin's own.

const hour = 3600_000

/** Throws 404 for nobody, 403 for another admin. */
export async function switchUser(ctx: Context, userId: number) {
  const [target] = await ctx.db
    .select({ adminSince: users.adminSince })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.archivedAt)))
  if (!target) throw new Problem('not_found')
  if (target.adminSince) throw new Problem('forbidden')
  const companyId = await findStartCompany(ctx.db, userId)
  const acting = { userId: ctx.actor.id, sessionId: sessionOf(ctx) }
  const endsAt = new Date(ctx.now.getTime() + hour)
  const { token } = await startSession(ctx, userId, { companyId, acting, endsAt })
  await audit(ctx, 'session.acting_started', { type: 'User', id: userId, companyId })
  return { user: await presentCurrentUser(ctx, userId, companyId, ctx.actor.id), token }
}

/** Ends the acting and gives the admin's own session a fresh token. Throws 403 where nobody acts. */
export async function switchBack(ctx: Context) {
  const [acting] = await ctx.db
    .select()
    .from(sessions)
    .where(eq(sessions.id, sessionOf(ctx)))
  if (!acting?.actingSessionId || !acting.actingUserId) throw new Problem('forbidden')
  const [own] = await ctx.db.select().from(sessions).where(eq(sessions.id, acting.actingSessionId))
  if (!own || own.refreshableUntil <= ctx.now) throw new Problem('unauthenticated')
  await audit(ctx, 'session.acting_ended', { type: 'User', id: ctx.actor.id })
  await endSessions(ctx, [acting.id])
  const token = newSessionToken(ctx.services.serverKey, own.userId)
  await replaceToken(ctx, own, token)
  return { user: await presentCurrentUser(ctx, own.userId, own.companyId, null, own.id), token }
}

/** Lists the actor's sessions, the latest first. */
export async function listSessions({ db, actor, session, now }: Context): Promise<Session[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, actor.id), gt(sessions.refreshableUntil, now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
  return rows.map(row => ({
    id: row.id,
    is_current: row.id === session?.id,
    device: row.userAgent,
    ip: row.ip,
    created_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
    is_acting: row.actingUserId !== null,
  }))
}

/**
 * Signs a device out and forgets it, so that it must count as a stranger's from now on. Throws 404 for one that is not
 * the actor's.
 */
export async function endSession(ctx: Context, id: number): Promise<void> {
  const [row] = await ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, ctx.actor.id)))
  if (!row) throw new Problem('not_found')
  await endSessions(ctx, [id])
  if (row.knownDeviceId) await ctx.db.delete(knownDevices).where(eq(knownDevices.id, row.knownDeviceId))
  await audit(ctx, 'session.ended', { type: 'User', id: ctx.actor.id })
}

// Device keys: each person has a random key for the work that devices keep after sign-out. It is stored sealed, and
// only given to the person's sessions.

const purpose = 'device keys'

/** The person's key, base64url; made when it is asked for the first time. */
export async function deviceKeyOf(ctx: Context): Promise<string> {
  const sealed = (await findKey(ctx)) ?? (await onOwnConnection(ctx, makeKey))
  if (!sealed) throw new Error('The device key was not stored.')
  return unseal(ctx.services.serverKey, purpose, ctx.actor.id, sealed).toString('base64url')
}

async function findKey({ db, actor }: Context) {
  const [row] = await db.select().from(deviceKeys).where(eq(deviceKeys.userId, actor.id))
  return row?.sealed
}

/** Two who make it at once have the key of the first. */
async function makeKey(own: Context) {
  const { db, actor, services } = own
  const sealed = seal(services.serverKey, purpose, actor.id, randomBytes(32))
  await db.insert(deviceKeys).values({ userId: actor.id, sealed }).onConflictDoNothing()
  return findKey(own)
}
