import { eq } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import type { Context } from '../lib/context.ts'
import { derive, hashToken, randomToken } from '../lib/secrets.ts'
import { findSession, findStartCompany, type SessionRow } from './queries.ts'
import { storageCookie, storageCookieValue } from './storageCookie.ts'
import { sessions } from './table.ts'

const tokenLife = 24 * 3600_000
const refreshLife = 30 * 24 * 3600_000
/** A repeated refresh within this time gets the same token: two tabs, or an answer that was lost. */
const refreshOverlap = 60_000

/** Starts a session on this device; returns its token, which is stored nowhere. */
export async function startSession(ctx: Context, userId: number): Promise<{ session: SessionRow; token: string }> {
  const token = randomToken()
  const [session] = await ctx.db
    .insert(sessions)
    .values({
      userId,
      companyId: await findStartCompany(ctx.db, userId),
      tokenHash: hashToken(token),
      tokenExpiresAt: after(ctx, tokenLife),
      refreshableUntil: after(ctx, refreshLife),
      userAgent: ctx.userAgent,
      createdAt: ctx.now,
      lastSeenAt: ctx.now,
    })
    .returning()
  if (!session) throw new Error('The session was not stored.')
  ctx.cookies.set(storageCookie, storageCookieValue(ctx.services.serverKey, session.id))
  return { session, token }
}

/**
 * Replaces a token by the one that is derived from it, so that repeating the same refresh gives the same token without storing
 * one. The old one works for another minute.
 */
export async function refreshSession(ctx: Context): Promise<{ token: string }> {
  const session = ctx.bearer ? await findSession(ctx.db, ctx.bearer) : undefined
  if (!ctx.bearer || !session || session.refreshableUntil <= ctx.now) throw new Problem('unauthenticated')
  const token = derive(ctx.services.serverKey, 'refresh', ctx.bearer)
  if (session.previousTokenHash === hashToken(ctx.bearer)) {
    if (!session.previousTokenExpiresAt || session.previousTokenExpiresAt <= ctx.now)
      throw new Problem('unauthenticated')
    return { token }
  }
  await ctx.db
    .update(sessions)
    .set({
      tokenHash: hashToken(token),
      tokenExpiresAt: after(ctx, tokenLife),
      previousTokenHash: session.tokenHash,
      previousTokenExpiresAt: after(ctx, refreshOverlap),
      lastSeenAt: ctx.now,
    })
    .where(eq(sessions.id, session.id))
  ctx.cookies.set(storageCookie, storageCookieValue(ctx.services.serverKey, session.id))
  return { token }
}

/** Ends a session, on REST and on all sockets. */
export async function endSession(ctx: Context, sessionId: number): Promise<void> {
  await ctx.db.delete(sessions).where(eq(sessions.id, sessionId))
  ctx.cookies.set(storageCookie, null)
  await ctx.services.realtime.revoke({ sessionId }, ctx.db)
}

const after = (ctx: Context, milliseconds: number) => new Date(ctx.now.getTime() + milliseconds)
