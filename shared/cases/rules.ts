import type { Rules } from '../lib/rules.ts'

/**
 * Cases are for whoever has the case right, which a company's own role gives, and for nobody else: not for managers, who appoint those
 * people and need not be among them, and not for the platform's admins, also while they act as one who has it (Directive (EU) 2019/1937,
 * articles 9(1)(c) and 16).
 */
export const caseRules: Rules = (allow, actor, forbid) => {
  if (actor.isManager) allow('appoint', 'Case', { companyId: actor.companyId })
  if (actor.isAdmin || actor.isActing) forbid(['read', 'update'], 'Case')
}
