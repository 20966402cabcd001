import type { Rules } from '../lib/rules.ts'

export const taskRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.isEmployee) allow(['read', 'complete', 'skip'], 'SentTask', { ...ours, userId: actor.id })
  if (actor.isManager) allow('manage', ['Task', 'SentTask'], ours)
}
