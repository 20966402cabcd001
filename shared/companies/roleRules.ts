import { camelCase } from '../lib/casing.ts'
import { me } from '../lib/roles.ts'
import type { Rules } from '../lib/rules.ts'

export const roleRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.isEmployee) allow('read', 'Role', ours)
  if (actor.isManager) allow('manage', 'Role', ours)
}

/** Applies the rules of a custom role within its company. */
export const ownRoleRules: Rules = (allow, actor) => {
  for (const { action, subject, conditions } of actor.ownRules ?? []) {
    const narrowed = Object.entries(conditions ?? {}).map(([field, condition]) => [
      camelCase(field),
      withActor(condition, actor.id),
    ])
    allow(action, subject, { ...Object.fromEntries(narrowed), companyId: actor.companyId })
  }
}

/** 'me' is the role's holder. */
function withActor(condition: unknown, actorId: number): unknown {
  if (condition === me) return actorId
  if (Array.isArray(condition)) return condition.map(value => withActor(value, actorId))
  if (typeof condition !== 'object' || condition === null) return condition
  return Object.fromEntries(Object.entries(condition).map(([operator, value]) => [operator, withActor(value, actorId)]))
}
