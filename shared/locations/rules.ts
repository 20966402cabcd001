import type { Rules } from '../lib/rules.ts'

export const locationRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.isEmployee) allow('read', 'Location', ours)
  if (actor.isManager) allow('manage', 'Location', ours)
}
