import type { Rules } from '../lib/rules.ts'

/** Employees open shared reports; the figures cover what they may read. */
export const reportRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.isEmployee && !actor.isGuest) allow('read', 'Report', { ...ours, forEverybody: true, archivedAt: null })
  if (actor.isManager) allow('manage', 'Report', ours)
}
