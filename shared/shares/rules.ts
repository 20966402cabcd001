import type { Rules } from '../lib/rules.ts'

/**
 * What the company has given away by links is for whoever runs it to see, and to take back. Whoever works here may make links, to what is
 * theirs to share: who may change a report or a guide, and who may share a submission.
 */
export const shareRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.companyId !== null && !actor.isGuest) allow('create', 'Share', ours)
  if (actor.isManager) allow('manage', 'Share', ours)
}
