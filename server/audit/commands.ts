import type { AuditAction } from '#shared/audit/auditActions.ts'
import type { Context } from '../lib/context.ts'
import { withDatabase } from '../lib/db/pools.ts'
import { auditEntries } from './table.ts'

/** What something was done to. `companyId` is the company whose managers may see it; left out, the one that the actor works in. */
export type AuditSubject = { type: string; id: number | null; companyId?: number | null }

/** What an entry is made of: of a request, or of whoever a sign-in turns out to be. */
export type AuditContext = Pick<Context, 'db' | 'actor' | 'session' | 'ip' | 'userAgent' | 'now'>

/**
 * Notes who did what to what, in the transaction that does it. While an admin acts as somebody, the admin is the actor and the
 * somebody is named beside. Nothing secret and nothing that people typed belongs into `details`.
 */
export async function audit(
  ctx: AuditContext,
  action: AuditAction,
  subject: AuditSubject,
  details: Record<string, string | number | boolean | null> = {},
): Promise<void> {
  const { actor, session } = ctx
  const acting = session?.actingUserId ?? null
  await ctx.db.insert(auditEntries).values({
    companyId: subject.companyId === undefined ? actor.companyId : subject.companyId,
    actorId: acting ?? (actor.id || null),
    actingForId: acting === null ? null : actor.id,
    action,
    subjectType: subject.type,
    subjectId: subject.id,
    details,
    ip: ctx.ip,
    userAgent: ctx.userAgent,
    createdAt: ctx.now,
  })
}

/** Notes an attempt that is refused: on a connection of its own, because the request's own transaction is rolled back. */
export function auditRefusal(ctx: Context, action: AuditAction, subject: AuditSubject): void {
  const outside = { companyId: null, userId: null }
  ctx.afterRollback.push(() =>
    withDatabase(ctx.services.pools.platform, outside, true, db => audit({ ...ctx, db }, action, subject)),
  )
}
