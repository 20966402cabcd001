import type { Rules } from '../lib/rules.ts'

/**
 * Managers of the company see and revoke all links. Employees create links to what they may share: reports and guides
 * that they may change, and submissions.
 */
export const shareRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.companyId !== null && !actor.isGuest) allow('create', 'Share', ours)
  if (actor.isManager) allow('manage', 'Share', ours)
}
