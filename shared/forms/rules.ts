import type { Rules } from '../lib/rules.ts'

export const formRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.isEmployee) allow('read', 'Form', { ...ours, status: { $in: ['open', 'closing', 'closed'] } })
  if (actor.isManager) allow('manage', 'Form', ours)
}
