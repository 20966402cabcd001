import type { Rules } from '../lib/rules.ts'

export const vehicleRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.isEmployee) allow('read', 'Vehicle', ours)
  if (actor.isManager) allow('manage', 'Vehicle', ours)
}
