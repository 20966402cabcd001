import { and, eq, isNull } from 'drizzle-orm'
import { abilityOf } from '#shared/ability.ts'
import type { CurrentUser } from '#shared/auth/contract.ts'
import { actorOf } from '#shared/lib/actor.ts'
import { Problem } from '#shared/lib/problem.ts'
import { roles } from '#shared/lib/roles.ts'
import { wireRules } from '#shared/lib/rules.ts'
import { memberships } from '../companies/table.ts'
import type { Database } from '../lib/db/pools.ts'
import { users } from './table.ts'

/** The user object of the contract: the person, in the company that the session works in. */
export async function presentCurrentUser(db: Database, userId: number, companyId: number | null): Promise<CurrentUser> {
  const [found] = await db
    .select({ user: users, roleId: memberships.roleId })
    .from(users)
    .leftJoin(
      memberships,
      and(eq(memberships.userId, users.id), eq(memberships.companyId, companyId ?? 0), isNull(memberships.endedAt)),
    )
    .where(eq(users.id, userId))
  if (!found) throw new Problem('unauthenticated')
  const { user } = found
  const roleId = user.adminSince ? roles.admin : (found.roleId ?? roles.employee)
  const company = found.roleId !== null || user.adminSince ? companyId : null
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    avatar: user.avatar,
    company_id: company,
    role_id: roleId,
    plan: null,
    privacy_accepted_at: user.privacyAcceptedAt?.toISOString() ?? null,
    language_id: user.languageId,
    hasCompany: company !== null,
    time_zone: user.timeZone,
    ability_rules: wireRules(abilityOf(actorOf(user.id, company, roleId))),
  }
}
