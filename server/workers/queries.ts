import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { WorkerPhone } from '#shared/auth/workers.ts'
import { Problem } from '#shared/lib/problem.ts'
import { enrolments, workerAccounts } from '../auth/table.ts'
import { isAtWork } from '../companies/queries.ts'
import { companies, memberships } from '../companies/table.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { permitted } from '../lib/registers/accessible.ts'
import { hashToken } from '../lib/security/secrets.ts'
import { users } from '../users/table.ts'

export type WorkerRow = typeof workerAccounts.$inferSelect

/** The worker if the actor may do this with them; a Problem that does not tell which otherwise. */
export async function accessWorker(
  ctx: Context,
  companyId: number,
  userId: number,
  action: string,
): Promise<WorkerRow> {
  const [found] = await ctx.db
    .select({ worker: workerAccounts })
    .from(workerAccounts)
    .innerJoin(
      memberships,
      and(eq(memberships.companyId, workerAccounts.companyId), eq(memberships.userId, workerAccounts.userId), isAtWork),
    )
    .where(and(eq(workerAccounts.companyId, companyId), eq(workerAccounts.userId, userId)))
  return permitted(ctx, action, 'WorkerAccount', found?.worker)
}

/** The phones that open tend for a worker, the latest first. */
export async function listPhones(db: Database, userId: number): Promise<WorkerPhone[]> {
  const rows = await db
    .select()
    .from(enrolments)
    .where(and(eq(enrolments.userId, userId), isNotNull(enrolments.enrolledAt), isNull(enrolments.endedAt)))
    .orderBy(desc(enrolments.id))
  return rows.map(row => ({
    id: row.id,
    device: row.userAgent,
    enrolled_at: (row.enrolledAt ?? row.createdAt).toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  }))
}

/** The offer that a QR code makes, with whom it is for. Throws 404 for a wrong one, 410 for one that was taken or is too old. */
export async function accessOffer(db: Database, token: string, now: Date) {
  const [found] = await db
    .select({
      enrolment: enrolments,
      name: users.name,
      userName: workerAccounts.userName,
      companyId: workerAccounts.companyId,
      companyName: companies.name,
    })
    .from(enrolments)
    .innerJoin(workerAccounts, eq(workerAccounts.userId, enrolments.userId))
    .innerJoin(users, and(eq(users.id, enrolments.userId), isNull(users.archivedAt)))
    .innerJoin(companies, and(eq(companies.id, workerAccounts.companyId), isNull(companies.archivedAt)))
    .where(eq(enrolments.offerHash, hashToken(token)))
  if (!found) throw new Problem('not_found')
  const { enrolledAt, endedAt, offerExpiresAt } = found.enrolment
  if (enrolledAt || endedAt) throw new Problem('link_used', { data: { kind: 'enrolment' } })
  if (offerExpiresAt <= now) throw new Problem('link_expired', { data: { kind: 'enrolment' } })
  return found
}
