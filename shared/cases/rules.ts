import type { Rules } from '../lib/rules.ts'

/**
 * Grants cases only to custom roles with that right. Managers appoint them without having it, and administrators never
 * have it, not even while acting as somebody who does (Directive (EU) 2019/1937, articles 9(1)(c) and 16).
 */
export const caseRules: Rules = (allow, actor, forbid) => {
  if (actor.isManager) allow('appoint', 'Case', { companyId: actor.companyId })
  if (actor.isAdmin || actor.isActing) forbid(['read', 'update'], 'Case')
}
