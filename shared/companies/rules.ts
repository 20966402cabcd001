import type { Rules } from '../lib/rules.ts'

export const companyRules: Rules = (allow, actor) => {
  if (actor.companyId !== null) allow('read', 'Company', { id: actor.companyId })
  if (actor.isEmployee) allow('read', 'Member', { companyId: actor.companyId })
  if (actor.isManager) allow(['read', 'update'], 'Company', { id: actor.companyId })
}
