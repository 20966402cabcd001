import type { Rules } from '../lib/rules.ts'

/** Administrators add people directly; managers invite. */
export const companyRules: Rules = (allow, actor) => {
  const ours = { companyId: actor.companyId }
  if (actor.companyId !== null) allow('read', 'Company', { id: actor.companyId })
  if (actor.isEmployee) allow('read', 'Member', ours)
  if (actor.isManager) {
    allow(['update', 'delete'], 'Company', { id: actor.companyId })
    allow(['update', 'delete'], 'Member', ours)
  }
}
