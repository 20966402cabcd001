import { and, eq } from 'drizzle-orm'
import { abilityOf } from '#shared/ability.ts'
import { actorOf } from '#shared/lib/actor.ts'
import { invalidField, Problem } from '#shared/lib/problem.ts'
import { roles } from '#shared/lib/roles.ts'
import type { OwnRule } from '#shared/lib/rules.ts'
import { isContained } from '#shared/roles/containment.ts'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { roles as ownRoles } from './table.ts'

const granted: readonly number[] = [roles.manager, roles.employee, roles.guest]

/** Somebody, to compare roles by: the same person in the same company. */
const anybody = { id: -1, companyId: -1 }

/**
 * Throws `role_above_own` where the role stands above the actor's or may do what theirs may not, and 422 for a role that the company does
 * not have. The role stays what it is until this transaction ends.
 */
export async function requireMayGrant(ctx: Context, companyId: number, roleId: number): Promise<void> {
  const rules = await rulesOf(ctx.db, companyId, roleId)
  if (!isGrantable(ctx, roleId, rules)) throw new Problem('role_above_own')
}

/** Whether a role, with its rules where it is a company's own, stands no higher than the actor's and may do nothing that theirs may not. */
export function isGrantable({ actor }: Pick<Context, 'actor'>, roleId: number, rules: OwnRule[] | null): boolean {
  if (actor.isAdmin) return true
  const own = abilityOf(actorOf(anybody.id, anybody.companyId, actor.roleId, false, actor.ownRules))
  const wanted = abilityOf(actorOf(anybody.id, anybody.companyId, roleId, false, rules))
  return roleId >= actor.roleId && isContained(wanted, own)
}

/** The rules of a company's own role; null for one that every company has. */
async function rulesOf(db: Database, companyId: number, roleId: number): Promise<OwnRule[] | null> {
  if (granted.includes(roleId)) return null
  const [role] = await db
    .select({ rules: ownRoles.rules })
    .from(ownRoles)
    .where(and(eq(ownRoles.companyId, companyId), eq(ownRoles.id, roleId)))
    .for('key share')
  if (!role) throw invalidField('role_id', 'not_an_option')
  return role.rules
}
