import { and, eq, isNull, ne, notExists, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { alias } from 'drizzle-orm/pg-core'
import { abilityOf } from '#shared/ability.ts'
import type { CurrentUser } from '#shared/auth/currentUser.ts'
import { actorOf } from '#shared/lib/actor.ts'
import { Problem } from '#shared/lib/problem.ts'
import { roles } from '#shared/lib/roles.ts'
import { wireRules } from '#shared/lib/rules.ts'
import { workerAccounts } from '../auth/table.ts'
import { findPlace, isAtWork } from '../companies/queries.ts'
import { isManagerIn } from '../companies/ranks.ts'
import { companies, memberships } from '../companies/table.ts'
import { findLegalVersion } from '../legal/queries.ts'
import type { Database } from '../lib/db/pools.ts'
import { pointingAtNamed } from '../lib/db/searchIds.ts'
import { findCurrentPlan, presentCurrentPlan } from '../plans/queries.ts'
import { isTwoFactorDue } from '../two-factor/queries.ts'
import { users } from './table.ts'

/** The user object of the contract: the person, in the company that the session works in, and the admin who acts as them. */
export async function presentCurrentUser(
  db: Database,
  userId: number,
  companyId: number | null,
  actingUserId: number | null = null,
): Promise<CurrentUser> {
  const [found] = await db
    .select({ user: users, userName: workerAccounts.userName, isTwoFactorDue: isTwoFactorDue(users.id) })
    .from(users)
    .leftJoin(workerAccounts, eq(workerAccounts.userId, users.id))
    .leftJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.companyId, companyId ?? 0), isAtWork))
    .leftJoin(companies, eq(companies.id, memberships.companyId))
    .where(eq(users.id, userId))
  if (!found) throw new Problem('unauthenticated')
  const { user } = found
  const place = companyId === null ? undefined : await findPlace(db, userId, companyId)
  const roleId = user.adminSince ? roles.admin : (place?.roleId ?? roles.employee)
  const company = place || user.adminSince ? companyId : null
  const ownRules = user.adminSince ? null : (place?.ownRules ?? null)
  const now = new Date()
  const plan = company === null ? undefined : await findCurrentPlan(db, company, now)
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    email_confirmed_at: user.emailConfirmedAt?.toISOString() ?? null,
    user_name: found.userName,
    avatar: user.avatar,
    company_id: company,
    role_id: roleId,
    plan: plan ? presentCurrentPlan(plan, now) : null,
    privacy_accepted_at:
      user.privacyVersion === (await findLegalVersion(db)) ? (user.privacyAcceptedAt?.toISOString() ?? null) : null,
    language_id: user.languageId,
    hasCompany: company !== null,
    time_zone: user.timeZone,
    week_start: user.weekStartsOn,
    two_factor_due: found.isTwoFactorDue && actingUserId === null,
    ability_rules: wireRules(abilityOf(actorOf(user.id, company, roleId, actingUserId !== null, ownRules))),
    ...(actingUserId !== null && {
      acting_for: { id: user.id, name: user.name, by: await findNamed(db, actingUserId) },
    }),
  }
}

async function findNamed(db: Database, userId: number): Promise<{ id: number; name: string }> {
  const [found] = await db.select({ id: users.id, name: users.name }).from(users).where(eq(users.id, userId))
  if (!found) throw new Problem('unauthenticated')
  return found
}

/** The companies that would have no manager at work without this person. */
export async function findSoleManagements(db: Database, userId: number): Promise<{ id: number; name: string }[]> {
  const other = alias(memberships, 'other')
  const otherUser = alias(users, 'other_user')
  return db
    .select({ id: companies.id, name: companies.name })
    .from(memberships)
    .innerJoin(companies, and(eq(companies.id, memberships.companyId), isNull(companies.archivedAt)))
    .where(
      and(
        eq(memberships.userId, userId),
        isNull(memberships.endedAt),
        isManagerIn(memberships.roleId),
        notExists(
          db
            .select({ one: sql`1` })
            .from(other)
            .innerJoin(otherUser, and(eq(otherUser.id, other.userId), isNull(otherUser.archivedAt)))
            .where(
              and(
                eq(other.companyId, memberships.companyId),
                ne(other.userId, userId),
                isNull(other.endedAt),
                isNull(other.frozenAt),
                isManagerIn(other.roleId),
              ),
            ),
        ),
      ),
    )
}

/** The condition that `column` points at somebody whose name holds the words. */
export const ofPeopleNamed = (db: Database, column: AnyPgColumn, words: string | undefined) =>
  pointingAtNamed(db, 'person', words, column, { table: users, id: users.id, text: sql`fold(${users.name})` })
