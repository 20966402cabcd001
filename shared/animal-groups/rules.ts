import type { Rules } from '../lib/rules.ts'

export const animalGroupRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.isEmployee) allow('read', 'AnimalGroup', ours)
  if (actor.isManager) allow('manage', 'AnimalGroup', ours)
}
