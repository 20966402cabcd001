import type { Rules } from '../lib/rules.ts'

export const findingRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.isEmployee) allow('read', 'Finding', { ...ours, userId: actor.id })
  if (actor.isManager) allow(['read', 'update'], 'Finding', ours)
}
