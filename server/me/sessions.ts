import { and, desc, eq, gt } from 'drizzle-orm'
import { Problem } from '#shared/lib/problem.ts'
import type { Session } from '#shared/me/contract.ts'
import { audit } from '../audit/commands.ts'
import { endSessions } from '../auth/commands.ts'
import { knownDevices, sessions } from '../auth/table.ts'
import type { Context } from '../lib/context.ts'

/** Where somebody is signed in, the latest first. */
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

/** Signs a device out and forgets it, so that it must count as a stranger's from now on. Throws 404 for one that is not the actor's. */
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
