import type { Rules } from '../lib/rules.ts'

/** Managers read the log of their company. Nobody changes it. */
export const auditRules: Rules = (allow, actor) => {
  if (actor.isManager && actor.companyId !== null) allow('read', 'AuditEntry', { companyId: actor.companyId })
}
