import type { Rules } from '../lib/rules.ts'

/** Who works here opens the reports that are for everybody; what is counted in them is what they may see themselves. */
export const reportRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.isEmployee && !actor.isGuest) allow('read', 'Report', { ...ours, forEverybody: true, archivedAt: null })
  if (actor.isManager) allow('manage', 'Report', ours)
}
