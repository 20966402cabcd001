/** An admin acts as somebody else, to see what they see: for an hour, in a session that ends with the admin's own. */
import { and, eq, isNull } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import { audit } from '../audit/commands.ts'
import type { Context } from '../lib/context.ts'
import { newSessionToken } from '../lib/security/sessionToken.ts'
import { presentCurrentUser } from '../users/queries.ts'
import { users } from '../users/table.ts'
import { endSessions, replaceToken, sessionOf, startSession } from './commands.ts'
import { findStartCompany } from './queries.ts'
import { sessions } from './table.ts'

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
  return { user: await presentCurrentUser(ctx.db, userId, companyId, ctx.actor.id), token }
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
  return { user: await presentCurrentUser(ctx.db, own.userId, own.companyId), token }
}
