import type { Rules } from '../lib/rules.ts'

export const roleRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.isEmployee) allow('read', 'Role', ours)
  if (actor.isManager) allow('manage', 'Role', ours)
}
