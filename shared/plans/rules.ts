import type { Rules } from '../lib/rules.ts'

/** Managers read and choose plans; administrators open and change rows. */
export const planRules: Rules = (allow, actor) => {
  if (actor.isManager) allow(['read', 'select'], 'CompanyPlan', { companyId: actor.companyId })
}
