import type { Rules } from '../lib/rules.ts'

/** Managers read and choose; rows are opened and changed by the platform's admins. */
export const planRules: Rules = (allow, actor) => {
  if (actor.isManager) allow(['read', 'select'], 'CompanyPlan', { companyId: actor.companyId })
}
