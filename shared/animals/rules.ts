import type { Rules } from '../lib/rules.ts'

export const animalRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.isEmployee) allow('read', 'Animal', ours)
  if (actor.isManager) allow('manage', 'Animal', ours)
}
