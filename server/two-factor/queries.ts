import { and, count, eq, isNotNull, isNull, notExists, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { Problem } from '#shared/lib/problem.ts'
import { recoveryCodes, twoFactors, workerAccounts } from '../auth/table.ts'
import { isAtWork } from '../companies/queries.ts'
import { companies, memberships } from '../companies/table.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'

/**
 * Whether the company of a query asks its user for a second factor that is not there yet. A worker's phone and its PIN are two factors
 * already.
 */
export const isTwoFactorDue = (userId: AnyPgColumn): SQL<boolean> => sql<boolean>`(
  coalesce(${companies.twoFactorRequired}, false)
  and not exists (select from ${twoFactors} where ${twoFactors.userId} = ${userId} and ${twoFactors.confirmedAt} is not null)
  and not exists (select from ${workerAccounts} where ${workerAccounts.userId} = ${userId})
)`

/** Whether somebody signs in with a second factor. */
export async function hasTwoFactor(db: Database, userId: number): Promise<boolean> {
  const found = await db
    .select({ userId: twoFactors.userId })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), isNotNull(twoFactors.confirmedAt)))
  return found.length > 0
}

/**
 * Throws `two_factor_required` where a company asks for a second factor and the actor, a member of it, has none. For calls that do something
 * in a company in which the session does not work: of the one in which it does, `held` says it before any call.
 */
export async function requireTwoFactorIn(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  { twoFactorRequired }: { twoFactorRequired: boolean },
): Promise<void> {
  if (!twoFactorRequired || actor.isAdmin || actor.isActing || (await hasTwoFactor(db, actor.id))) return
  const [worker] = await db.select().from(workerAccounts).where(eq(workerAccounts.userId, actor.id))
  if (!worker) throw new Problem('two_factor_required')
}

/** The members of a company who would be held if it asked for a second factor; outside the wall. */
export async function membersWithoutTwoFactor(db: Database, companyId: number): Promise<number[]> {
  const one = { one: sql`1` }
  const confirmed = and(eq(twoFactors.userId, memberships.userId), isNotNull(twoFactors.confirmedAt))
  const found = await db
    .select({ id: memberships.userId })
    .from(memberships)
    .where(
      and(
        eq(memberships.companyId, companyId),
        isAtWork,
        notExists(db.select(one).from(twoFactors).where(confirmed)),
        notExists(db.select(one).from(workerAccounts).where(eq(workerAccounts.userId, memberships.userId))),
      ),
    )
  return found.map(({ id }) => id)
}

/** What the profile shows of it. */
export async function describeTwoFactor(db: Database, userId: number) {
  const [factor] = await db.select().from(twoFactors).where(eq(twoFactors.userId, userId))
  const [codes] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
  return {
    enabled_at: factor?.confirmedAt?.toISOString() ?? null,
    recovery_codes_left: codes?.left ?? 0,
    is_required: await isTwoFactorRequired(db, userId),
  }
}

/** Whether a company in which somebody works asks for a second factor. */
export async function isTwoFactorRequired(db: Database, userId: number): Promise<boolean> {
  const found = await db
    .select({ id: companies.id })
    .from(memberships)
    .innerJoin(companies, and(eq(companies.id, memberships.companyId), isNull(companies.archivedAt)))
    .where(and(eq(memberships.userId, userId), isAtWork, eq(companies.twoFactorRequired, true)))
    .limit(1)
  return found.length > 0
}
